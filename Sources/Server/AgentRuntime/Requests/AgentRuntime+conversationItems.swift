import AgentTools
public import Accounts
public import AgentWire
import Foundation
import LanguageModels
import Storage
import StreamingJSON

extension AgentRuntime {
    /// A page of entries ends with the one that reaches this many bytes.
    private static let pageBytes = 256 << 10
    /// The number of entries that a list in descending order reads at a time.
    private static let windowEntries = 64

    /// Returns a page of a conversation's items in OpenAI's form.
    ///
    /// It counts as one of the client's requests.
    ///
    /// - Parameters:
    ///   - after: The id of the last item of the page before; `nil` for the first page.
    ///   - limit: The most items on the page.
    /// - Throws: ``Problem`` when the client has no such conversation, when `after` is not the id of an item of it, when too many large
    ///   conversations are being read, or when the client's limits or the server's memory have no room; `StoreError`.
    public func conversationItems(
        of id: String,
        _ order: ResponseInputItems.Order,
        after: String?,
        limit: Int,
        client: Principal
    ) async throws -> ConversationItemPage {
        _ = try await owned(id, by: client.owner)
        let start = try after.map { text throws(Problem) in
            guard let place = ConversationItemID(text, in: id) else {
                throw Self.unknownItem(text, of: id, .invalidRequest)
            }
            return place
        }
        return try await withReservation(for: client) {
            let size = try await runs.store.size(of: id, owner: client.owner)
            let lease = try exports.acquire(for: client.owner, bytes: size.bytes)
            let hold = try runs.holdMemory(toRead: size.bytes)
            let items =
                switch order {
                case .ascending: try await ascending(id, after: start, atLeast: limit + 1)
                case .descending: try await descending(id, size.entries, after: start, atLeast: limit + 1)
                }
            return withExtendedLifetime((lease, hold)) {
                ConversationItemPage(Array(items.prefix(limit)), hasMore: items.count > limit)
            }
        }
    }

    /// Returns one item of a conversation in OpenAI's form.
    ///
    /// - Throws: ``Problem`` when the client has no such conversation, or the conversation no such item; `StoreError`.
    public func conversationItem(_ item: String, of id: String, client: Principal) async throws -> ConversationItem {
        _ = try await owned(id, by: client.owner)
        guard let place = ConversationItemID(item, in: id),
            let record = try await runs.store.entries(of: id, from: place.position, byteLimit: 1).first
        else { throw Self.unknownItem(item, of: id, .notFound) }
        let following = try await outputs(of: id, after: [record])
        let found = try itemMaker(id).items(of: record, followedBy: following[...]).first { $0.id == item }
        guard let found else { throw Self.unknownItem(item, of: id, .notFound) }
        return found
    }

    /// Returns the items of entries that were just added.
    func items(of records: [TranscriptEntryRecord], in id: String) throws -> [ConversationItem] {
        let maker = itemMaker(id)
        return try records.indices.flatMap { try maker.items(of: records[$0], followedBy: records[($0 + 1)...]) }
    }

    private func ascending(
        _ id: String,
        after start: ConversationItemID?,
        atLeast count: Int
    ) async throws -> [ConversationItem] {
        let maker = itemMaker(id)
        var position = start?.position ?? 0
        var items: [ConversationItem] = []
        while items.count < count {
            let page = try await runs.store.entries(of: id, from: position, byteLimit: Self.pageBytes)
            guard !page.isEmpty else { break }
            let entries = page + (try await outputs(of: id, after: page))
            for index in page.indices where items.count < count {
                let made = try maker.items(of: entries[index], followedBy: entries[(index + 1)...])
                items += made.filter { item in start.map { $0 < item.place } ?? true }
            }
            position += page.count
        }
        return items
    }

    private func descending(
        _ id: String,
        _ entryCount: Int,
        after start: ConversationItemID?,
        atLeast count: Int
    ) async throws -> [ConversationItem] {
        let maker = itemMaker(id)
        var end = min(entryCount, start.map { $0.position + 1 } ?? entryCount)
        var items: [ConversationItem] = []
        while items.count < count, end > 0 {
            let first = max(0, end - Self.windowEntries)
            var window: [TranscriptEntryRecord] = []
            while first + window.count < end {
                let page = try await runs.store.entries(
                    of: id,
                    from: first + window.count,
                    byteLimit: Self.pageBytes
                )
                guard !page.isEmpty else { break }
                window += page.prefix(end - first - window.count)
            }
            let entries = window + (try await outputs(of: id, after: window))
            for index in window.indices.reversed() where items.count < count {
                let made = try maker.items(of: entries[index], followedBy: entries[(index + 1)...])
                items += made.filter { item in start.map { item.place < $0 } ?? true }.reversed()
            }
            end = first
        }
        return items
    }

    /// Returns the outputs after a page of entries, which may belong to its last calls.
    private func outputs(
        of id: String,
        after page: [TranscriptEntryRecord]
    ) async throws -> [TranscriptEntryRecord] {
        guard let last = page.last, ConversationItemMaker.precedesOutputs(last.kind) else { return [] }
        var outputs: [TranscriptEntryRecord] = []
        while true {
            let next = last.position + 1 + outputs.count
            let page = try await runs.store.entries(of: id, from: next, byteLimit: Self.pageBytes)
            let found = page.prefix { ConversationItemMaker.isOutput($0.kind) }
            outputs += found
            guard !found.isEmpty, found.count == page.count else { return outputs }
        }
    }

    private func itemMaker(_ id: String) -> ConversationItemMaker {
        ConversationItemMaker(conversation: id) { [tools] in tools.tool(named: $0) != nil }
    }

    private static func unknownItem(_ item: String, of id: String, _ kind: Problem.Kind) -> Problem {
        Problem(
            kind,
            detail: "there is no item '\(item.excerpt())' in the conversation '\(id.excerpt())'; "
                + "GET /v1/conversations/{id}/items lists the items"
        )
    }
}
