public import AgentWire
import Storage
import Synchronization

extension AgentRuntime {
    /// Returns the conversation in which a turn follows an earlier run.
    ///
    /// If the earlier run is the last of its conversation, the turn continues that; if other turns have followed, a copy of the entries
    /// up to the earlier run. A turn that is not stored only reads them.
    ///
    /// - Parameters:
    ///   - run: The earlier run's id.
    ///   - isStored: Whether the turn is stored.
    ///   - isMissing: Makes the problem for a run that does not exist or has nothing to follow, with the reason.
    /// - Returns: The conversation, and the request of the earlier run.
    /// - Throws: ``Problem``; `StoreError`.
    public func continuation(
        of run: String,
        isStored: Bool,
        client: String,
        orThrow isMissing: (_ reason: String) -> Problem
    ) async throws -> (conversation: ConversationChoice, request: TurnRequest) {
        let earlier: RunRecord
        do { earlier = try await record(of: run, client: client) } catch let problem as Problem {
            throw problem.kind == .notFound ? isMissing("it does not exist, or it was deleted") : problem
        }
        guard let request = TurnRequest(of: earlier), request.isStored, !earlier.conversation.isEmpty else {
            throw isMissing("it was not stored")
        }
        // The store has the end of a run before its readers see it; the run may still be in memory then.
        guard let count = try await runs.store.run(run)?.entryCount else {
            throw isMissing(Self.reason(earlier.status))
        }
        let size = try await runs.store.size(of: earlier.conversation, client: client)
        guard size.owner == client, size.entries >= count else { throw isMissing("its conversation was deleted") }
        guard isStored else { return (.snapshot(earlier.conversation, entryCount: count), request) }
        let isTaken = runs.isTaken(.init(client: client, conversation: earlier.conversation))
        if size.entries == count, !isTaken { return (.existing(earlier.conversation), request) }
        let copy = try await forkConversation(earlier.conversation, entryCount: count, client: client)
        return (.existing(copy), request)
    }

    /// Returns the request that a client sent under an idempotency key before; `nil` if there is none.
    ///
    /// - Throws: `StoreError`.
    public func earlierRequest(under key: String?, client: String) async throws -> TurnRequest? {
        guard let key else { return nil }
        if let live = runs.liveRuns.first(where: { $0.identity.client == client && $0.identity.idempotencyKey == key })
        {
            return live.state.withLock { TurnRequest(of: live.record($0)) }
        }
        return try await runs.store.run(of: client, idempotencyKey: key).flatMap(TurnRequest.init(of:))
    }

    private static func reason(_ status: RunRecord.Status) -> String {
        switch status {
        case .queued, .running: "it is not complete yet; wait for its end"
        case .waiting: "it waits for the outputs of its calls; send these first, without other items"
        case .completed, .failed, .cancelled, .interrupted: "it ended without an answer"
        }
    }
}
