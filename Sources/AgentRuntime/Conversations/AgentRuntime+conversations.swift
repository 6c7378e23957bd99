public import AgentWire
import Foundation
import LanguageModels
import Storage
import StreamingJSON

extension AgentRuntime {
    /// A page of a client's conversations, the latest continued first.
    ///
    /// - Parameters:
    ///   - cursor: What the page before gave as its next one; `nil` for the first page.
    ///   - limit: How many at most.
    /// - Throws: ``Problem`` when the cursor was not made here; `StoreError`.
    public func conversations(of client: String, cursor: String?, limit: Int) async throws -> ConversationPage {
        let place = try cursor.map(Self.place(in:))
        let records = try await runs.store.conversations(of: client, after: place, limit: limit + 1)
        let page = records.prefix(limit)
        return ConversationPage(
            conversations: page.map { .init(id: $0.id, createdAt: $0.createdAt, updatedAt: $0.updatedAt) },
            next: records.count > limit ? page.last.map { Self.cursor(of: $0) } : nil
        )
    }

    /// A conversation as a whole: what was said, as the transcript has it, and its runs.
    ///
    /// - Throws: ``Problem`` when there is no such conversation of this client's; `StoreError`.
    public func export(_ conversation: String, client: String) async throws -> ConversationExport {
        let record = try await owned(conversation, by: client)
        let entries = try await runs.store.entries(of: conversation).map { entry in
            (kind: entry.kind, value: try JSONValue(parsing: entry.json))
        }
        let runs = try await runs.store.runs(of: conversation)
        return ConversationExport(
            conversation: .init(id: record.id, createdAt: record.createdAt, updatedAt: record.updatedAt),
            messages: try entries.compactMap { try Self.message(kind: $0.kind, $0.value) },
            entries: entries.map(\.value),
            runs: runs.map { .init(id: $0.id, status: $0.status.rawValue, createdAt: $0.createdAt) }
        )
    }

    /// Deletes a conversation with all that was said in it, its runs and their events.
    ///
    /// - Throws: ``Problem`` when there is no such conversation of this client's, or a turn of it is going on; `StoreError`.
    public func delete(_ conversation: String, client: String) async throws {
        _ = try await owned(conversation, by: client)
        let deletion = Identifier.make("deletion", at: now())
        guard runs.hold(.init(client: client, conversation: conversation), for: deletion) else {
            throw Problem(
                .conversationBusy,
                detail: "a turn of this conversation is going on; cancel its run or wait for its end, then delete it",
                retryAfterSeconds: 1
            )
        }
        defer { runs.giveBack(.init(client: client, conversation: conversation), from: deletion) }
        _ = try await runs.store.deleteConversation(conversation)
    }

    private func owned(_ conversation: String, by client: String) async throws -> ConversationRecord {
        guard let record = try await runs.store.conversation(conversation), record.client == client else {
            throw Problem(.notFound, detail: "there is no conversation '\(conversation)'")
        }
        return record
    }

    /// What a person sees of an entry; `nil` for tools' calls and the like.
    private static func message(kind: String, _ value: JSONValue) throws -> ConversationExport.Message? {
        switch try Transcript.Entry(jsonValue: value) {
        case .prompt(let prompt): .init(role: "user", text: prompt.segments.text)
        case .response(let response): .init(role: "assistant", text: response.segments.text)
        default: nil
        }
    }

    private static func cursor(of record: ConversationRecord) -> String {
        "\(Int64((record.updatedAt.timeIntervalSince1970 * 1000).rounded())).\(record.id)"
    }

    private static func place(in cursor: String) throws(Problem) -> ConversationPlace {
        let parts = cursor.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]) else {
            throw Problem(
                .invalidRequest,
                detail: "the cursor is not one that this server has given; leave it out for the first page"
            )
        }
        return ConversationPlace(
            updatedAt: Date(timeIntervalSince1970: Double(milliseconds) / 1000),
            id: String(parts[1])
        )
    }
}
