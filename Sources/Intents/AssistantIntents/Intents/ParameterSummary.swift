/// A sentence with the parameters of an action, for people who build shortcuts; the toolbox does not send it.
public protocol ParameterSummary: Sendable {}

/// No sentence.
public struct EmptyParameterSummary: ParameterSummary {
    /// Makes no sentence.
    public init() {}
}

/// A sentence with the parameters of an action: `Summary("Open \(\.$target)")`.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary, Hashable {
    /// The sentence; a parameter is `_`.
    public let text: String

    /// Makes a sentence.
    public init(_ summary: ParameterSummaryString<Intent>) { text = summary.text }

    /// Makes a sentence, and names the parameters that are shown beside it.
    public init(
        _ summary: ParameterSummaryString<Intent>,
        @ParameterKeyPathsBuilder<Intent> _ others: () -> [PartialKeyPath<Intent>]
    ) {
        text = summary.text
    }
}

/// The literal of a sentence with parameters.
public struct ParameterSummaryString<Intent: AppIntent>: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The sentence; a parameter is `_`.
    public let text: String

    /// Makes a sentence without parameters.
    public init(stringLiteral value: String) { text = value }

    /// Makes a sentence.
    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// The parts of a sentence.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Makes an empty sentence.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends words.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends a parameter.
        public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {
            text += "_"
        }
    }
}

/// A builder of lists of parameters.
@resultBuilder
public enum ParameterKeyPathsBuilder<Intent: AppIntent> {
    /// Returns a parameter.
    public static func buildExpression<Value>(
        _ parameter: KeyPath<Intent, IntentParameter<Value>>
    ) -> PartialKeyPath<Intent> { parameter }

    /// Returns the parameters.
    public static func buildBlock(_ parameters: PartialKeyPath<Intent>...) -> [PartialKeyPath<Intent>] { parameters }
}

extension AppIntent {
    /// The sentence with the parameters.
    public typealias Summary = IntentParameterSummary<Self>
}
