import Storage

/// What one turn may use, set aside for it; the turn counts as running until it is settled, cancelled or let go of.
///
/// For a client with a budget it is on disk before the turn may begin. If the process is killed, the next one counts all of it as
/// used, for nobody knows what the provider has charged by then.
public final class Reservation: Sendable {
    /// The reservation's id, for logs.
    public let id: String

    /// The client whose turn it is.
    public let client: Client

    /// The models of the estimates; the first is the one in the books when nobody says which was asked.
    let models: [String]
    /// The turn's number in the ledger.
    let turn: Int
    /// Whether the turn stands in the books already.
    let isContinuation: Bool
    private let admission: Admission

    init(
        id: String,
        client: Client,
        models: [String],
        turn: Int,
        isContinuation: Bool,
        admission: Admission
    ) {
        self.id = id
        self.client = client
        self.models = models
        self.turn = turn
        self.isContinuation = isContinuation
        self.admission = admission
    }

    /// Letting go without a word gives everything back if ``begin()`` was never called; otherwise all of it counts as used.
    deinit { admission.drop(self) }

    /// Says that a model is asked now: from here on something may be spent.
    public func begin() { admission.begin(self) }

    /// Sets more aside, before a model is asked once more in the same turn.
    /// - Returns: Nil when there is room; else why not, and the turn keeps what it has.
    /// - Throws: `StoreError` when it cannot be made durable; the turn keeps what it has.
    public func extend(by estimate: TurnEstimate) async throws -> AdmissionRefusal? {
        try await admission.extend(self, by: estimate)
    }

    /// Ends the turn with what it has really used, of each model; the second and every later call does nothing.
    public func settle(_ usage: [TurnUsage]) { admission.settle(self, usage) }

    /// Ends a turn that did not come to its end.
    /// - Parameter usageSoFar: What it has used; nil when that is not known, as when an answer breaks off before the provider has counted.
    ///   Then it counts as ``Reservation`` says for one that is let go of.
    public func cancel(usageSoFar: [TurnUsage]?) {
        if let usageSoFar { settle(usageSoFar) } else { admission.drop(self) }
    }

    /// How much of each of the client's limits is left now, for ``RateLimitFields``.
    public func standings() -> [LimitStanding] { admission.knownStandings(of: client) }
}
