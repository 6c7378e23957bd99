/// A client's usage of one model on one day.
public struct UsageRecord: Sendable, Hashable {
    /// The client's id.
    public var client: String

    /// The day in the client's time zone, such as `2026-11-21`.
    public var day: String

    /// The quarter of an hour in which it ended, counted from 1970; `nil` for an unknown time, and in a record of a whole day.
    public var slot: Int?

    /// The model as requests name it, such as `openai:gpt-6.1-terra`.
    public var model: String

    /// The number of turns that ended in any way.
    public var turns: Int

    /// The number of these turns whose real usage is unknown, such as those of a process that was killed; their reservations count instead.
    public var unsettledTurns: Int

    /// The number of input tokens, including those from the provider's cache and those written to it.
    public var inputTokens: Int

    /// The number of input tokens from the provider's cache.
    public var cachedInputTokens: Int

    /// The number of input tokens that were written to the provider's cache; 0 in records from before they were counted.
    public var cacheWriteTokens: Int

    /// The number of output tokens.
    public var outputTokens: Int

    /// The cost by the price table of that time.
    public var money: Money

    /// Whether a part of the usage had no price, so that ``money`` is too low.
    public var isUnpriced: Bool

    /// Makes a record.
    public init(
        client: String,
        day: String,
        slot: Int? = nil,
        model: String,
        turns: Int = 0,
        unsettledTurns: Int = 0,
        inputTokens: Int = 0,
        cachedInputTokens: Int = 0,
        cacheWriteTokens: Int = 0,
        outputTokens: Int = 0,
        money: Money = .zero,
        isUnpriced: Bool = false
    ) {
        self.client = client
        self.day = day
        self.slot = slot
        self.model = model
        self.turns = turns
        self.unsettledTurns = unsettledTurns
        self.inputTokens = inputTokens
        self.cachedInputTokens = cachedInputTokens
        self.cacheWriteTokens = cacheWriteTokens
        self.outputTokens = outputTokens
        self.money = money
        self.isUnpriced = isUnpriced
    }

    /// The seconds of a ``slot``; the offsets of all time zones are multiples of it.
    public static var slotSeconds: Int { 900 }

    /// Adds another record of the same client, day and model.
    public mutating func add(_ other: UsageRecord) {
        turns += other.turns
        unsettledTurns += other.unsettledTurns
        inputTokens += other.inputTokens
        cacheWriteTokens += other.cacheWriteTokens
        cachedInputTokens += other.cachedInputTokens
        outputTokens += other.outputTokens
        money += other.money
        isUnpriced = isUnpriced || other.isUnpriced
    }
}
