import AgentWire
import Signals
public import Storage
import StreamingJSON

extension AgentRuntime {
    /// Deletes a run that has ended, with its events, its idempotency key and its keyed answers.
    ///
    /// Its turn stays in the conversation, except as ``mayOwnConversation(_:)`` says.
    ///
    /// - Throws: ``Problem`` when the client has no such run, or the run has not ended; `StoreError`.
    public func deleteRun(_ id: String, owner: Owner) async throws {
        switch try await directory.require(id, of: owner) {
        case .live(let live): guard live.isOver else { throw Self.unfinished(id) }
        case .elsewhere: throw Problem.elsewhere(id)
        case .stored: break
        }
        // After a crash, the journal must not restore data that was deleted from the store.
        await runs.writer.flush()
        guard let record = try await runs.store.run(id), record.owner == owner else { throw Problem.unknownRun(id) }
        guard record.status.isOver else { throw Self.unfinished(id) }
        let place = ConversationQueue.Place(owner: owner, conversation: record.conversation)
        if Self.mayOwnConversation(record) {
            let deletion = Identifier.make("deletion", at: now())
            if runs.holdConversation(place, for: deletion) {
                defer { runs.releaseConversation(place, from: deletion) }
                if try await isWhole(record) {
                    _ = try await runs.store.deleteConversation(record.conversation)
                    runs.conversationChanges.notify((owner, .list))
                    runs.conversationChanges.notify((owner, .content(record.conversation)))
                    return
                }
            }
        }
        guard try await runs.store.deleteRun(id) else { throw Problem.unknownRun(id) }
    }

    /// Whether a run's conversation is deleted with it if no other run of the conversation is left.
    ///
    /// A Responses request that names no conversation still gets one, so that the next request can continue from its response. Its
    /// client knows the responses only. When it has deleted all of them, nobody could delete the conversation.
    private static func mayOwnConversation(_ record: RunRecord) -> Bool {
        guard !record.conversation.isEmpty, let request = try? JSONValue(parsing: record.request) else { return false }
        return request["dialect"]?.stringValue == TurnRequest.Dialect.responses.rawValue
            && request["echo"]?["conversation"] == nil
    }

    /// Whether a run is all that its conversation consists of: it has opened the conversation, and no other turn was added.
    private func isWhole(_ run: RunRecord) async throws -> Bool {
        guard let conversation = try await runs.store.conversation(run.conversation),
            conversation.createdAt == run.createdAt, conversation.metadata.isEmpty
        else {
            return false
        }
        let size = try await runs.store.size(of: run.conversation, owner: run.owner)
        guard size.entries == run.entryCount ?? 0 else { return false }
        return try await runs.store.runs(of: run.conversation, after: nil, limit: 2).map(\.id) == [run.id]
    }

    private static func unfinished(_ run: String) -> Problem {
        var problem = Problem(
            .conflict,
            detail: "\(run.excerpt()) has not ended, so it cannot be deleted; cancel it first or wait for its end"
        )
        problem.run = run
        return problem
    }
}
