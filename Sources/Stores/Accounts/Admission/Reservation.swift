import Storage

/// The amount that one turn may use, reserved for it; the turn counts as running until it is settled, cancelled or released.
///
/// For a client with a budget, the reservation is stored before the turn may start. If the process is killed, the next process
/// counts all of it as used, because the provider's charges are then unknown.
public final class Reservation: Sendable {
    /// The reservation's id, for logs.
    public let id: String

    /// The sender of the turn.
    public let client: Principal

    /// The shares in which the turn is counted, each with its limits at the time of the turn.
    let shares: [LimitShare]
    /// The models of the estimates; the usage records name the first one if the model that answered is unknown.
    let models: [String]
    /// The turn's number in the ledger.
    let turn: Int
    /// Whether the usage records already contain the turn.
    let isContinuation: Bool
    private let admission: Admission

    init(
        id: String,
        client: Principal,
        shares: [LimitShare],
        models: [String],
        turn: Int,
        isContinuation: Bool,
        admission: Admission
    ) {
        self.id = id
        self.client = client
        self.shares = shares
        self.models = models
        self.turn = turn
        self.isContinuation = isContinuation
        self.admission = admission
    }

    /// Returns the whole amount if ``markStarted()`` was never called; otherwise all of it counts as used.
    deinit { admission.release(self) }

    /// Records that a model is about to be called, so that an amount may be spent.
    public func markStarted() { admission.markStarted(self) }

    /// Reserves an additional amount, before a model is called again in the same turn.
    /// - Parameters:
    ///   - estimate: The highest usage of the call.
    ///   - used: The turn's usage so far. The reservation then only grows by the part of the estimate that the unused rest of it does not
    ///     cover. With `nil`, it grows by the whole estimate.
    /// - Returns: Nil if the amount fits; otherwise the refusal, and the turn keeps its earlier amount.
    /// - Throws: `StoreError` if the amount cannot be stored; the turn keeps its earlier amount.
    public func extend(by estimate: TurnEstimate, after used: [TurnUsage]? = nil) async throws -> AdmissionRefusal? {
        try await admission.extend(self, by: estimate, after: used)
    }

    /// Ends the turn with its actual usage by request; later calls have no effect.
    public func settle(_ usage: [TurnUsage]) { admission.settle(self, usage) }

    /// Ends a turn that was not completed.
    /// - Parameter usageSoFar: The usage up to now; nil if it is unknown because the answer broke off before the provider's counts.
    ///   In that case the amount counts as for a released reservation.
    public func cancel(usageSoFar: [TurnUsage]?) {
        if let usageSoFar { settle(usageSoFar) } else { admission.release(self) }
    }

    /// Returns the current remaining amount of each limit that the sender sees, for ``RateLimitFields``.
    public func limitStatuses() -> [LimitStatus] { admission.knownLimitStatuses(of: client) }
}
