public import Accounts
import AgentWire

extension AgentRuntime {
    /// Checks, before a request's body is read, that the client's request would not be refused whatever it contains.
    ///
    /// Nothing is reserved: the request is counted when it is executed.
    ///
    /// - Throws: ``Problem`` when the client's rates or the server's memory have no room; `StoreError`.
    public func checkRoom(for client: Principal) async throws {
        try runs.checkMemory()
        if let refusal = try await admission?.refusal(of: client) { throw Problem(refusal) }
    }

    /// Does the checks of a request that starts a run, before its body is read; ``RunAdmission`` lists them.
    ///
    /// - Parameters:
    ///   - idempotencyKey: The request's key. A request whose run exists already only reads that run, and needs no room.
    ///   - needsSlot: Whether the run needs a slot; a direct call does not.
    public func checkRoomForRun(
        of client: Principal,
        idempotencyKey: String?,
        needsSlot: Bool = true
    ) async throws {
        do {
            try await RunAdmission(runtime: self, client: client)
                .checkRoom(idempotencyKey: idempotencyKey, needsSlot: needsSlot)
        } catch let problem as Problem {
            metrics?.recordRefusal(problem.kind)
            throw problem
        }
    }

    /// Performs work that is no turn, and counts it as one of the client's requests.
    ///
    /// - Throws: ``Problem`` when the client's limits or the server's memory have no room for it; `StoreError` when the limits cannot
    ///   be read; the error of `work`.
    public func withReservation<Result: Sendable>(
        for client: Principal,
        _ work: () async throws -> Result
    ) async throws -> Result {
        let reservation = try await reserve(for: client)
        defer { reservation?.settle([]) }
        return try await work()
    }

    /// Reserves a request of a client that uses no tokens.
    ///
    /// - Returns: The reservation, which counts as running until it is settled; `nil` when there are no limits.
    /// - Throws: ``Problem`` when the client's limits or the server's memory have no room for it; `StoreError`.
    func reserve(for client: Principal) async throws -> Reservation? {
        try runs.checkMemory()
        return try await admission?.reserve(client, .none)
    }
}
