public import Accounts
public import AgentWire
public import Storage
import StreamingJSON
import Synchronization

extension AgentRuntime {
    /// Returns the conversation in which a turn follows an earlier run.
    ///
    /// If the earlier run is the last of its conversation, the turn continues that; if other turns have followed, a copy of the entries
    /// up to the earlier run. A turn that is not stored only reads them.
    ///
    /// - Parameters:
    ///   - run: The earlier run's id.
    ///   - waits: The number of the run's waits before the answer that the turn follows.
    ///   - turn: The turn, which is checked before a conversation is copied for it.
    ///   - isStored: Whether the turn is stored.
    ///   - isMissing: Makes the problem for a run that does not exist or has nothing to follow, with the reason.
    /// - Returns: The conversation, and the request of the earlier run.
    /// - Throws: ``Problem``; `StoreError`.
    public func continuation(
        of run: String,
        after waits: Int,
        for turn: TurnRequest,
        client: Principal,
        orThrow isMissing: (_ reason: String) -> Problem
    ) async throws -> (conversation: ConversationChoice, request: TurnRequest) {
        let earlier: RunRecord
        do { earlier = try await record(of: run, owner: client.owner) } catch let problem as Problem {
            throw problem.kind == .notFound ? isMissing("it does not exist, or it was deleted") : problem
        }
        guard let request = TurnRequest(of: earlier), request.isStored, !earlier.conversation.isEmpty else {
            throw isMissing("it was not stored")
        }
        // The store has the end of a run before its readers see it; the run may still be in memory then.
        guard let count = try await runs.store.run(run)?.entryCount else {
            throw isMissing(Self.reason(earlier.status))
        }
        if try await waitCount(of: earlier) != waits {
            throw isMissing("a later answer of its turn exists; name that one")
        }
        // This is read first, because an active turn may be stored while the size is read.
        let place = ConversationQueue.Place(owner: client.owner, conversation: earlier.conversation)
        let isTaken = runs.isTaken(place)
        try await directory.requireHere(place)
        let size = try await runs.store.size(of: earlier.conversation, owner: client.owner)
        guard size.owner == client.owner, size.entries >= count else { throw isMissing("its conversation was deleted") }
        guard turn.isStored else { return (.snapshot(earlier.conversation, entryCount: count), request) }
        if size.entries == count, !isTaken { return (.existing(earlier.conversation), request) }
        // A request that is refused must not leave a copy.
        try await readDevices(for: turn, of: client)
        let requester = TurnRequester(client: client, requestID: nil, times: nil)
        _ = try await work(for: turn, modelEntry(turn.model, for: client), requester, at: now())
        let copy = try await forkConversation(
            earlier.conversation,
            entryCount: count,
            owner: client.owner,
            plan: client.plan
        )
        return (.existing(copy), request)
    }

    /// Returns a stored conversation as it is now, for a turn that reads it and adds nothing.
    ///
    /// - Throws: ``Problem`` if the client has no such conversation; `StoreError`.
    public func snapshot(of conversation: String, owner: Owner) async throws -> ConversationChoice {
        let size = try await runs.store.size(of: conversation, owner: owner)
        guard size.owner == owner else {
            throw Problem(.notFound, detail: "there is no conversation '\(conversation.excerpt())'")
        }
        return .snapshot(conversation, entryCount: size.entries)
    }

    /// Returns the number of times that a run has waited for its client.
    public func waitCount(of record: RunRecord) async throws -> Int {
        // A run that has never waited has no calls in its record, so its events need not be read.
        if record.pendingCalls == nil { return 0 }
        if let live = runs.liveRun(record.id) { return live.state.withLock { $0.outcome.waitCount } }
        return try await RunOutcome(of: record.id, in: runs.store).waitCount
    }

    /// Returns the request that a client sent under an idempotency key before; `nil` if there is none.
    ///
    /// - Throws: `StoreError`.
    public func earlierRequest(under key: String?, owner: Owner) async throws -> TurnRequest? {
        guard let key else { return nil }
        if let live = runs.liveRuns.first(where: { $0.identity.owner == owner && $0.identity.idempotencyKey == key }) {
            return (try? JSONValue(parsing: live.identity.request)).flatMap(TurnRequest.init(stored:))
        }
        return try await runs.store.run(of: owner, idempotencyKey: key).flatMap(TurnRequest.init(of:))
    }

    private static func reason(_ status: RunStatus) -> String {
        switch status {
        case .queued, .running: "it is not complete yet; wait for its end"
        case .waiting: "it waits for the outputs of its calls; send these first, without other items"
        case .completed, .failed, .cancelled, .interrupted: "it ended without an answer"
        }
    }
}
