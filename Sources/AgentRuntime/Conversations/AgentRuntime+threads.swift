import AgentWire
import Foundation
import Storage
import StreamingJSON

extension AgentRuntime {
    /// Creates a conversation with the first entries of another one, and returns its id.
    ///
    /// The other conversation stays as it is. Its runs and its metadata are not copied.
    ///
    /// - Parameter entryCount: The number of entries to copy, for example ``Storage/RunRecord/entryCount`` of a run.
    /// - Throws: ``Problem`` when the client has no such conversation, when the conversation has fewer entries, or when the client's
    ///   storage is full; `StoreError`.
    public func forkConversation(_ id: String, entryCount: Int, client: String) async throws -> String {
        let source = try await owned(id, by: client)
        let size = try await runs.store.size(of: id, client: client)
        // The whole conversation bounds the part, whose bytes nobody has counted.
        if let problem = runs.conversationLimits.clientProblem(of: size, adding: size.bytes) { throw problem }
        let time = now()
        let copy = ConversationRecord(
            id: Identifier.make("conv", at: time),
            client: client,
            title: source.title,
            createdAt: time,
            updatedAt: time
        )
        guard try await runs.store.copyEntries(of: id, count: entryCount, to: copy) else {
            throw Problem(
                .conflict,
                detail:
                    "the conversation '\(id.excerpt())' has not \(entryCount) entries any more; start from its present end"
            )
        }
        return copy.id
    }
}
