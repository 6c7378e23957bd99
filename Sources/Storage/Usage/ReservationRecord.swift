/// What a turn that runs may use at most, stored before it uses anything.
///
/// One that is found at a start belongs to a process that is gone. Nobody knows what its turn has used, so all of it counts as used.
public struct ReservationRecord: Sendable, Equatable, Identifiable {
    /// The reservation's id.
    public var id: String

    /// The client's id.
    public var client: String

    /// The day that the turn counts for, in the client's time zone.
    public var day: String

    /// The model.
    public var model: String

    /// Tokens that it may read.
    public var inputTokens: Int

    /// Tokens that it may write.
    public var outputTokens: Int

    /// Money that it may spend.
    public var money: Money

    /// Makes a record.
    public init(
        id: String,
        client: String,
        day: String,
        model: String,
        inputTokens: Int,
        outputTokens: Int,
        money: Money
    ) {
        self.id = id
        self.client = client
        self.day = day
        self.model = model
        self.inputTokens = inputTokens
        self.outputTokens = outputTokens
        self.money = money
    }
}
