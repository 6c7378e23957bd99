/// The tokens and the money that are set aside for a running turn, stored before the turn uses any.
///
/// If its process is gone, the real usage of the turn is unknown, so it counts as used in full.
public struct ReservationRecord: Sendable, Equatable, Identifiable {
    /// The reservation's id.
    public var id: String

    /// The process that performs the turn.
    public var worker: Worker

    /// The client's id.
    public var client: String

    /// The user of the turn with its client; `nil` without a user.
    public var owner: Owner?

    /// The day that the turn counts for, in the client's time zone.
    public var day: String

    /// The model.
    public var model: String

    /// The greatest number of input tokens.
    public var inputTokens: Int

    /// The greatest number of output tokens.
    public var outputTokens: Int

    /// The greatest amount of money.
    public var money: Money

    /// Makes a record.
    public init(
        id: String,
        worker: Worker = Worker(),
        client: String,
        owner: Owner? = nil,
        day: String,
        model: String,
        inputTokens: Int,
        outputTokens: Int,
        money: Money
    ) {
        self.id = id
        self.worker = worker
        self.client = client
        self.owner = owner
        self.day = day
        self.model = model
        self.inputTokens = inputTokens
        self.outputTokens = outputTokens
        self.money = money
    }
}

extension UsageRecord {
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
}
