public import StreamingJSON

/// How the confidence in a value was found.
///
/// The seam to the models carries no token probabilities, so none of these is one: each says how often, or by whom.
public enum ConfidenceMethod: Sendable, Hashable {
    /// The model is asked in a second turn of the same session how sure its answer is.
    ///
    /// It costs a second request. Models are known to be surer than they should be.
    case selfGrade
    /// How far several answers agree.
    ///
    /// The text is read several times, at least twice, each time in a session of its own. It costs as many requests. What the model always gets wrong in the same way it agrees on.
    case agreement(samples: Int)
    /// The model says in the same answer how sure it is.
    ///
    /// It costs a few tokens. Models are known to be surer than they should be.
    case selfReport
}

/// A value that was read out of a text, and how sure that is.
public struct DecodedResult<Value> {
    /// The value.
    public var value: Value
    /// How sure it is, from 0 to 1, as ``method`` found it.
    public var confidence: Double
    /// How the confidence was found.
    public var method: ConfidenceMethod
    /// The share of the answers that agree on each part that has no parts itself.
    ///
    /// It is empty by any other method than ``ConfidenceMethod/agreement(samples:)``.
    public var partConfidences: [JSONPath: Double]
}

extension DecodedResult: Sendable where Value: Sendable {}
