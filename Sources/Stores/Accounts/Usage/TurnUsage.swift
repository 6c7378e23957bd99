public import FoundationEssentials

/// The usage of a model in one request to it, as counted by its provider.
public struct TurnUsage: Sendable, Hashable {
    /// The model that answered.
    public var model: String

    /// The number of input tokens, including cached and written ones.
    public var inputTokens: Int

    /// The number of input tokens from the provider's cache.
    public var cachedInputTokens: Int

    /// The number of input tokens that were written to the provider's cache.
    public var writtenTokens: Int

    /// The number of those that were written for the cache's longer time.
    public var longWrittenTokens: Int

    /// The number of output tokens, including those of the reasoning.
    public var outputTokens: Int

    /// The time of the request, which decides about its price; `nil` for the time of the settlement.
    public var time: Date?

    /// Makes a count; negative and implausibly large numbers are clamped.
    public init(
        model: String,
        inputTokens: Int,
        cachedInputTokens: Int = 0,
        writtenTokens: Int = 0,
        longWrittenTokens: Int = 0,
        outputTokens: Int,
        time: Date? = nil
    ) {
        self.model = model
        self.inputTokens = Self.bounded(inputTokens)
        self.cachedInputTokens = min(Self.bounded(cachedInputTokens), self.inputTokens)
        self.writtenTokens = min(Self.bounded(writtenTokens), self.inputTokens - self.cachedInputTokens)
        self.longWrittenTokens = min(Self.bounded(longWrittenTokens), self.writtenTokens)
        self.outputTokens = Self.bounded(outputTokens)
        self.time = time
    }

    /// Clamps a number from an upstream, so that sums cannot overflow.
    static func bounded(_ tokens: Int) -> Int { min(max(tokens, 0), 1_000_000_000) }
}

/// The highest usage of a turn, or of one more model call in it.
///
/// A budget may be exceeded by as much as this estimate is too low, in the turns that run at the same time. The request limits the output.
public struct TurnEstimate: Sendable, Hashable {
    /// The models that may answer; the most expensive one counts.
    public var models: [String]

    /// The maximum number of input tokens.
    public var inputTokens: Int

    /// The maximum number of input tokens of one of its requests, because providers charge more for long ones.
    public var requestTokens: Int

    /// The maximum number of output tokens.
    public var maxOutputTokens: Int

    /// The estimate of a request without a model call, such as a tool call: only the limits on requests and runs apply.
    public static let none = TurnEstimate(models: [], inputTokens: 0, maxOutputTokens: 0)

    /// Makes an estimate; negative and implausibly large numbers are clamped.
    ///
    /// - Parameter requestTokens: As ``requestTokens``; by default all input tokens.
    public init(models: [String], inputTokens: Int, requestTokens: Int? = nil, maxOutputTokens: Int) {
        self.models = models
        self.inputTokens = TurnUsage.bounded(inputTokens)
        self.requestTokens = requestTokens.map(TurnUsage.bounded) ?? self.inputTokens
        self.maxOutputTokens = TurnUsage.bounded(maxOutputTokens)
    }
}
