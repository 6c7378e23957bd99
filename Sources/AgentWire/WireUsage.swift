public import StreamingJSON

/// What a turn used, in tokens as the provider counts them.
public struct WireUsage: Sendable, Equatable {
    /// Tokens read by the model.
    public var inputTokens: Int
    /// Tokens written by the model.
    public var outputTokens: Int

    /// Makes a count.
    public init(inputTokens: Int, outputTokens: Int) {
        self.inputTokens = inputTokens
        self.outputTokens = outputTokens
    }

    /// The sum of two counts.
    public static func + (left: WireUsage, right: WireUsage) -> WireUsage {
        WireUsage(
            inputTokens: left.inputTokens + right.inputTokens,
            outputTokens: left.outputTokens + right.outputTokens
        )
    }

    /// The count as JSON.
    public var jsonValue: JSONValue {
        [
            "input_tokens": .integer(inputTokens),
            "output_tokens": .integer(outputTokens),
            "total_tokens": .integer(inputTokens + outputTokens),
        ]
    }
}
