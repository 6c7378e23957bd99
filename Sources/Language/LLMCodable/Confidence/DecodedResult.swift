public import StreamingJSON

/// A method of measuring the confidence in a value.
///
/// The interface to the models has no token probabilities, so none of the methods uses them.
public enum ConfidenceMethod: Sendable, Hashable {
    /// The model grades its answer in a second turn of the same session.
    ///
    /// It costs a second request. Models are known to overestimate their confidence.
    case selfGrade
    /// The share of several answers that agree.
    ///
    /// The text is decoded several times, at least twice, each time in a separate session. It costs as many requests.
    /// An error that the model always repeats has full agreement.
    case agreement(samples: Int)
    /// The model grades its answer as part of the answer.
    ///
    /// It costs a few tokens. Models are known to overestimate their confidence.
    case selfReport
}

/// A value decoded from a text, with the confidence in it.
public struct DecodedResult<Value> {
    /// The value.
    public var value: Value
    /// The confidence in the value, from 0 to 1, measured by ``method``.
    public var confidence: Double
    /// The method of measuring the confidence.
    public var method: ConfidenceMethod
    /// For each part of the value that has no parts itself, the share of the answers that agree.
    ///
    /// It is empty for any method other than ``ConfidenceMethod/agreement(samples:)``.
    public var partConfidences: [JSONPath: Double]
}

extension DecodedResult: Sendable where Value: Sendable {}
