/// The usage of one model on one day by a user, or by a client's anonymous users together.
///
/// It is part of the client's usage, and counted there too.
public struct UserUsageRecord: Sendable, Hashable {
    /// The user with its client.
    public var owner: Owner

    /// The day in the client's time zone, such as `2026-11-21`.
    public var day: String

    /// The model as requests name it, such as `openai:gpt-6.1-terra`.
    public var model: String

    /// The number of turns that ended in any way.
    public var turns: Int

    /// The number of these turns whose real usage is unknown; their reservations count instead.
    public var unsettledTurns: Int

    /// The number of input tokens, including those from the provider's cache.
    public var inputTokens: Int

    /// The number of input tokens from the provider's cache.
    public var cachedInputTokens: Int

    /// The number of output tokens.
    public var outputTokens: Int

    /// The cost by the price table of that time.
    public var money: Money

    /// Whether a part of the usage had no price, so that ``money`` is too low.
    public var isUnpriced: Bool

    /// Makes a record.
    public init(
        owner: Owner,
        day: String,
        model: String,
        turns: Int = 0,
        unsettledTurns: Int = 0,
        inputTokens: Int = 0,
        cachedInputTokens: Int = 0,
        outputTokens: Int = 0,
        money: Money = .zero,
        isUnpriced: Bool = false
    ) {
        self.owner = owner
        self.day = day
        self.model = model
        self.turns = turns
        self.unsettledTurns = unsettledTurns
        self.inputTokens = inputTokens
        self.cachedInputTokens = cachedInputTokens
        self.outputTokens = outputTokens
        self.money = money
        self.isUnpriced = isUnpriced
    }

    /// Makes the record of a user for usage of its client.
    ///
    /// - Parameter day: The day for which it counts; `nil` for that of the usage.
    public init(_ usage: UsageRecord, of owner: Owner, on day: String? = nil) {
        self.init(
            owner: owner,
            day: day ?? usage.day,
            model: usage.model,
            turns: usage.turns,
            unsettledTurns: usage.unsettledTurns,
            inputTokens: usage.inputTokens,
            cachedInputTokens: usage.cachedInputTokens,
            outputTokens: usage.outputTokens,
            money: usage.money,
            isUnpriced: usage.isUnpriced
        )
    }

    /// The usage as a record of the client, for lists of both; the tokens that were written to caches are not known.
    public var ofClient: UsageRecord {
        UsageRecord(
            client: owner.client,
            day: day,
            model: model,
            turns: turns,
            unsettledTurns: unsettledTurns,
            inputTokens: inputTokens,
            cachedInputTokens: cachedInputTokens,
            outputTokens: outputTokens,
            money: money,
            isUnpriced: isUnpriced
        )
    }

    /// Adds another record of the same user, day and model.
    public mutating func add(_ other: UserUsageRecord) {
        turns += other.turns
        unsettledTurns += other.unsettledTurns
        inputTokens += other.inputTokens
        cachedInputTokens += other.cachedInputTokens
        outputTokens += other.outputTokens
        money += other.money
        isUnpriced = isUnpriced || other.isUnpriced
    }
}
