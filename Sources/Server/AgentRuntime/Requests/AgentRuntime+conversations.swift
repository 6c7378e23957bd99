public import Accounts
public import AgentWire
import Foundation
import Signals
public import Storage
import StreamingJSON
import ToolRecords

extension AgentRuntime {
    /// Returns a page of a client's conversations, the most recently continued first.
    ///
    /// - Parameters:
    ///   - cursor: The `next` of the page before; `nil` for the first page.
    ///   - limit: The most conversations on the page.
    /// - Throws: ``Problem`` when this server did not make the cursor; `StoreError`.
    public func conversations(of owner: Owner, cursor: String?, limit: Int) async throws -> ConversationPage {
        let place = try cursor.map(Self.place(in:))?.conversation
        let records = try await runs.store.conversations(of: owner, after: place, limit: limit + 1)
        let page = records.prefix(limit)
        let last = records.count > limit ? page.last : nil
        let next = last.map { ConversationSearchPlace(ConversationPlace(updatedAt: $0.updatedAt, id: $0.id)) }
        return try await conversationPage(Array(page), next: next)
    }

    /// Returns the next page of a search of a client's conversations, the most recently continued first.
    ///
    /// The page may have fewer conversations than `limit`, or none, and still a `next`: it ends where its budget does. It counts as one of
    /// the client's requests.
    ///
    /// - Parameters:
    ///   - text: A text that the conversations contain, in any case and width; an empty one for all.
    ///   - cursor: The `next` of the page before; `nil` for the first page.
    ///   - limit: The most conversations on the page.
    /// - Throws: ``Problem`` when this server did not make the cursor, or the client's limits or other searches leave no room;
    ///   `StoreError`.
    public func conversations(
        of client: Principal,
        containing text: String,
        cursor: String?,
        limit: Int
    ) async throws -> ConversationPage {
        let wanted = text.foldedForSearch.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !wanted.isEmpty else { return try await conversations(of: client.owner, cursor: cursor, limit: limit) }
        let place = try cursor.map(Self.place(in:))
        return try await withReservation(for: client) {
            let lease = try searches.acquire(for: client.owner)
            defer { lease.end() }
            let page = try await runs.store.search(
                of: client.owner,
                for: wanted,
                from: place,
                limit: limit,
                byteLimit: Self.searchedBytes
            )
            return try await conversationPage(page.conversations, next: page.next)
        }
    }

    /// The bytes that one request for a search reads; it needs at most tenths of a second for them.
    private static var searchedBytes: Int { 16 << 20 }

    private func conversationPage(
        _ records: [ConversationRecord],
        next: ConversationSearchPlace?
    ) async throws -> ConversationPage {
        let statuses = try await statuses(of: records)
        return ConversationPage(
            conversations: records.map { .init($0, status: statuses[$0.id]) },
            next: next.map(Self.cursor(of:))
        )
    }

    /// Starts the export of a whole conversation: its messages, its transcript and its runs.
    ///
    /// It counts as one of the client's requests.
    ///
    /// - Throws: ``Problem`` when the client has no such conversation, when too many exports of large conversations are active, or when
    ///   the client's limits or the server's memory have no room; `StoreError`.
    public func export(_ conversation: String, client: Principal) async throws -> ConversationExporter {
        let record = try await owned(conversation, by: client.owner)
        return try await withReservation(for: client) {
            let size = try await runs.store.size(of: conversation, owner: client.owner)
            return ConversationExporter(
                record,
                entryCount: size.entries,
                store: runs.store,
                lease: try exports.acquire(for: client.owner, bytes: size.bytes)
            )
        }
    }

    /// Deletes a conversation with its messages, its runs and their events.
    ///
    /// - Throws: ``Problem`` when the client has no such conversation, or one of its turns is active; `StoreError`.
    public func delete(_ conversation: String, owner: Owner) async throws {
        _ = try await owned(conversation, by: owner)
        let place = ConversationQueue.Place(owner: owner, conversation: conversation)
        let deletion = Identifier.make("deletion", at: now())
        guard runs.holdConversation(place, for: deletion) else {
            throw runs.busy(place, advice: "cancel its run or wait for its end, then delete the conversation")
        }
        defer { runs.releaseConversation(place, from: deletion) }
        try await directory.requireHere(place)
        _ = try await runs.store.deleteConversation(conversation)
        runs.conversationChanges.notify((owner, .list))
        runs.conversationChanges.notify((owner, .content(conversation)))
    }

    /// Returns the record of a client's conversation.
    ///
    /// - Throws: ``Problem`` when the client has no such conversation; `StoreError`.
    func owned(_ conversation: String, by owner: Owner) async throws -> ConversationRecord {
        if try await runs.store.conversation(conversation) == nil,
            let run = runs.holder(of: .init(owner: owner, conversation: conversation))
        {
            // The first turn of a conversation is stored up to a second after its start.
            try await runs.store(run)
        }
        guard let record = try await runs.store.conversation(conversation), record.owner == owner else {
            throw Problem(.notFound, detail: "there is no conversation '\(conversation.excerpt())'")
        }
        return record
    }

    /// Returns the cursor of a place: the time, the turn if there is one, and the conversation.
    private static func cursor(of place: ConversationSearchPlace) -> String {
        "\(place.conversation.updatedAt.milliseconds)\(place.turn.map { "+\($0)" } ?? "").\(place.conversation.id)"
    }

    private static func place(in cursor: String) throws(Problem) -> ConversationSearchPlace {
        let parts = cursor.split(separator: ".", maxSplits: 1)
        let numbers = parts.first?.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false) ?? []
        let turn = numbers.count == 2 ? Int64(numbers[1]) : nil
        guard parts.count == 2, let milliseconds = numbers.first.flatMap({ Int64($0) }),
            numbers.count == 1 || turn != nil
        else {
            throw Problem(
                .invalidRequest,
                detail: "this server did not make this cursor; leave it out for the first page"
            )
        }
        return ConversationSearchPlace(
            ConversationPlace(updatedAt: Date(milliseconds: milliseconds), id: String(parts[1])),
            turn: turn
        )
    }
}

extension ConversationPage.Conversation {
    /// Makes an element from a stored conversation.
    init(_ record: ConversationRecord, status: String? = nil) {
        self.init(
            id: record.id,
            title: record.title,
            createdAt: record.createdAt,
            updatedAt: record.updatedAt,
            status: status
        )
    }
}

extension AgentRuntime {
    /// The maximum number of changes that wait for a slow reader; it misses earlier ones.
    private static let waitingChanges = 1000

    /// Returns the changes of an owner's conversations from now on; the stream ends with its reader.
    public func conversationChanges(of owner: Owner) -> AsyncStream<ConversationUpdate> {
        runs.conversationChanges.stream(buffering: .bufferingNewest(Self.waitingChanges)) {
            $0.owner == owner ? $0.change : nil
        }
    }
}
