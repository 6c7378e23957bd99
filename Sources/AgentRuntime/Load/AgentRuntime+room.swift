public import Accounts
import AgentWire

extension AgentRuntime {
    /// Makes sure that a request of the client's would not be refused whatever it asks for: before its body is read.
    ///
    /// Nothing is taken: the request is counted when it is made.
    ///
    /// - Throws: ``Problem`` when the client's rates or the server's memory have no room; `StoreError`.
    public func checkRoom(for client: Client) async throws {
        try runs.checkMemory()
        if let refusal = try await admission?.refusal(of: client) { throw Problem(refusal) }
    }

    /// As ``checkRoom(for:)``, for a request that begins a run.
    ///
    /// - Parameters:
    ///   - idempotencyKey: The request's key. A request whose run is there already only reads that, and needs no room.
    ///   - needsSlot: Whether the run needs a slot; that of a direct call does not.
    public func checkRoomForRun(
        of client: Client,
        idempotencyKey: String?,
        needsSlot: Bool = true
    ) async throws {
        do {
            try runs.checkMemory()
            if let idempotencyKey, try await runs.knows(idempotencyKey, of: client.id) { return }
            if needsSlot { try runs.checkRoom(for: client.id) }
            try await checkRoom(for: client)
        } catch let problem as Problem {
            measures?.refused(problem.kind)
            throw problem
        }
    }

    /// Does what is no turn, as one of the requests of a client's.
    ///
    /// - Throws: ``Problem`` when the client's limits or the server's memory have no room for it; `StoreError` when those cannot be
    ///   read; what `work` threw.
    public func counted<Result: Sendable>(
        for client: Client,
        _ work: () async throws -> Result
    ) async throws -> Result {
        let reservation = try await reserve(for: client)
        defer { reservation?.settle([]) }
        return try await work()
    }

    /// Counts a request of a client's that uses no tokens.
    ///
    /// - Returns: The request in the client's books, which counts as running until it is settled; `nil` when nobody counts.
    /// - Throws: ``Problem`` when the client's limits or the server's memory have no room for it; `StoreError`.
    func reserve(for client: Client) async throws -> Reservation? {
        try runs.checkMemory()
        return try await admission?.reserve(client, .none)
    }
}
