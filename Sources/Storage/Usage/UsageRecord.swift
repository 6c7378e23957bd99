/// What a client has used of one model in one day.
public struct UsageRecord: Sendable, Hashable {
    /// The client's id.
    public var client: String

    /// The day in the client's time zone, such as `2026-11-21`.
    public var day: String

    /// The model as it is named in requests, such as `openai:gpt-5-mini`.
    public var model: String

    /// Turns that ended, however they ended.
    public var turns: Int

    /// Of these, the ones whose real usage nobody knows, such as those of a process that was killed; what was reserved counts for them.
    public var unsettledTurns: Int

    /// Tokens read, those from the provider's cache included.
    public var inputTokens: Int

    /// Tokens read from the provider's cache.
    public var cachedInputTokens: Int

    /// Tokens written.
    public var outputTokens: Int

    /// What that cost by the price table of the time.
    public var money: Money

    /// Whether some of it had no price, so that ``money`` is too little.
    public var isUnpriced: Bool

    /// Makes a record.
    public init(
        client: String,
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
        self.client = client
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

    /// Makes the record of a turn whose real usage is unknown, so that everything it had reserved counts as used.
    package init(unsettled reservation: ReservationRecord) {
        self.init(
            client: reservation.client,
            day: reservation.day,
            model: reservation.model,
            turns: 1,
            unsettledTurns: 1,
            inputTokens: reservation.inputTokens,
            outputTokens: reservation.outputTokens,
            money: reservation.money
        )
    }

    /// Adds what another record of the same client, day and model counts.
    public mutating func add(_ other: UsageRecord) {
        turns += other.turns
        unsettledTurns += other.unsettledTurns
        inputTokens += other.inputTokens
        cachedInputTokens += other.cachedInputTokens
        outputTokens += other.outputTokens
        money += other.money
        isUnpriced = isUnpriced || other.isUnpriced
    }
}
