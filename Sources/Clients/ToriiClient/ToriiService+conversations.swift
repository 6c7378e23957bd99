public import AgentWire
import StreamingJSON

extension ToriiService {
    /// Returns a page of the client's conversations, the most recently continued first.
    ///
    /// With a text, the server reads a part of the conversations for each page: one with few or none may still have a `next`.
    ///
    /// - Parameters:
    ///   - text: Selects the conversations with this text in the title or a message, in any case and width; `nil` for all.
    ///   - cursor: The `next` of the page before.
    ///   - limit: The number of conversations, from 1 to 200.
    public func conversations(
        matching text: String? = nil,
        cursor: String? = nil,
        limit: Int? = nil
    ) async throws(ToriiError) -> ConversationPage {
        try await requester.value(
            WireRequest(
                "GET",
                ["v1", "conversations"],
                query: [("q", text), ("cursor", cursor), ("limit", limit.map(String.init))]
            )
        )
    }

    /// Returns a page of a conversation's messages as people see them, the oldest first.
    ///
    /// - Parameters:
    ///   - before: The `previous` of the page after; `nil` for the latest page.
    ///   - limit: The number of messages, from 2 to 200.
    public func messages(
        of conversation: String,
        before: String? = nil,
        limit: Int? = nil
    ) async throws(ToriiError) -> MessagePage {
        try await requester.value(
            WireRequest(
                "GET",
                ["v1", "conversations", conversation, "messages"],
                query: [("before", before), ("limit", limit.map(String.init))]
            )
        )
    }

    /// Replaces the title of a conversation.
    @discardableResult
    public func renameConversation(
        _ id: String,
        to title: String
    ) async throws(ToriiError) -> ConversationPage.Conversation {
        let body = ConversationTitleRequest(title: title).jsonValue
        return try await requester.value(WireRequest("PATCH", ["v1", "conversations", id], body: body))
    }

    /// Returns everything that the server has stored of a conversation.
    public func exportConversation(_ id: String) async throws(ToriiError) -> ConversationDocument {
        var request = WireRequest("GET", ["v1", "conversations", id])
        request.maximumBytes = 64 * 1024 * 1024
        return try await requester.value(request)
    }

    /// Deletes a conversation with its runs.
    ///
    /// - Throws: ``ToriiError`` with the problem `conversation-busy`, which names the run to cancel, while a turn runs or waits.
    public func deleteConversation(_ id: String) async throws(ToriiError) {
        _ = try await requester.json(WireRequest("DELETE", ["v1", "conversations", id]))
    }

    /// Cancels all runs of the client, then deletes all of its conversations, runs, extractions and direct calls.
    ///
    /// - Returns: The numbers of deleted conversations and runs; zero if an earlier attempt whose response was lost has deleted them.
    @discardableResult
    public func deleteAllConversations() async throws(ToriiError) -> (conversations: Int, runs: Int) {
        let answer = try await requester.json(WireRequest("DELETE", ["v1", "conversations"]))
        guard let conversations = answer?["conversations"]?.intValue, let runs = answer?["runs"]?.intValue else {
            throw ToriiError(.invalidAnswer, "The server's answer lacks the numbers of conversations and runs.")
        }
        return (conversations, runs)
    }
}
