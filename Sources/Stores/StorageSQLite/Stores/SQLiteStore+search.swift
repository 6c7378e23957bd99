import FoundationEssentials
import GRDB
import Glibc
public import Storage
import ToolRecords

extension SQLiteStore {
    /// Looks for an owner's conversations that contain a text, within a budget.
    public func search(
        of owner: Owner,
        for folded: String,
        from place: ConversationSearchPlace?,
        limit: Int,
        byteLimit: Int
    ) async throws -> ConversationSearchPage {
        try await read(on: searching) { db in
            let search = ConversationSearch(db, for: folded, byteLimit: byteLimit)
            return try search.page(of: owner, from: place, limit: limit)
        }
    }
}

/// One page of a search, which reads rows in their order and compares bytes itself.
///
/// SQLite's `instr` compares the whole text at each place, and it cannot be counted. Bytes are compared, because no character of UTF-8 starts
/// within another one.
private final class ConversationSearch {
    private let db: Database
    private let wanted: BytePattern
    private var budget: Int

    init(_ db: Database, for folded: String, byteLimit: Int) {
        self.db = db
        wanted = BytePattern(Array(folded.utf8))
        budget = byteLimit
    }

    func page(of owner: Owner, from place: ConversationSearchPlace?, limit: Int) throws -> ConversationSearchPage {
        // A conversation that was read in part is at the place itself.
        let order = place?.turn == nil ? "<" : "<="
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT * FROM conversation WHERE client = ? AND (updatedAt, id) \(order) (?, ?)
                ORDER BY updatedAt DESC, id DESC
                """,
            arguments: [owner.text, place?.conversation.updatedAt.milliseconds ?? .max, place?.conversation.id ?? ""]
        )
        var page = ConversationSearchPage()
        var last = place
        while let row = try rows.next() {
            guard budget > 0, page.conversations.count < limit else {
                page.next = last
                return page
            }
            let here = ConversationPlace(updatedAt: Date(milliseconds: row["updatedAt"]), id: row["id"])
            let start = here == place?.conversation ? place?.turn : nil
            switch try look(at: row, from: start) {
            case .found: page.conversations.append(ConversationRecord(row: row))
            case .absent: break
            case .unfinished(let turn):
                page.next = ConversationSearchPlace(here, turn: turn)
                return page
            }
            last = ConversationSearchPlace(here)
        }
        return page
    }

    private enum Finding {
        case found
        case absent
        case unfinished(turn: Int64)
    }

    /// Looks for the text in a conversation, from the turn after a known one.
    private func look(at row: Row, from known: Int64?) throws -> Finding {
        if known == nil {
            budget -= ConversationSearchPage.rowBytes
            let title = Array(((row["title"] as String?) ?? "").foldedForSearch.utf8)
            if title.withUnsafeBytes(isWanted(in:)) { return .found }
        }
        let turns = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT turn.sequence, turn.supersededAt IS NULL, turnText.folded
                    FROM turn CROSS JOIN turnText ON turnText.turn = turn.sequence
                    WHERE turn.conversation = ?1 AND (turn.position, turn.sequence)
                        > (COALESCE((SELECT position FROM turn WHERE sequence = ?2 AND conversation = ?1), -1), ?2)
                    ORDER BY turn.position, turn.sequence
                    """
            ),
            arguments: [row["id"] as String, known ?? 0]
        )
        var last = known ?? 0
        while let turn = try turns.next() {
            guard budget > 0 else { return .unfinished(turn: last) }
            budget -= ConversationSearchPage.rowBytes
            last = turn[0]
            // The text of a replaced turn is not even read.
            guard turn[1] as Bool else { continue }
            let isFound = try turn.withUnsafeData(atIndex: 2) { text in
                text.map { $0.withUnsafeBytes(isWanted(in:)) } ?? false
            }
            if isFound { return .found }
        }
        return .absent
    }

    private func isWanted(in text: UnsafeRawBufferPointer) -> Bool {
        budget -= text.count
        return wanted.occurs(in: text)
    }
}

/// Bytes to be found in time linear in the text, whatever they are (Knuth, Morris and Pratt).
struct BytePattern {
    private let bytes: [UInt8]
    /// For each length of a match, that of the longest shorter one that the same bytes end with.
    private let shorter: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var (shorter, length) = ([0, 0], 0)
        for index in bytes.indices.dropFirst() {
            while length > 0, bytes[index] != bytes[length] { length = shorter[length] }
            if bytes[index] == bytes[length] { length += 1 }
            shorter.append(length)
        }
        self.shorter = shorter
    }

    /// Whether the bytes occur in a text; no bytes occur everywhere.
    func occurs(in text: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first, let start = text.baseAddress else { return bytes.isEmpty }
        var (index, length) = (0, 0)
        while index < text.count {
            if length == 0 {
                guard let hit = memchr(start + index, Int32(first), text.count - index) else { return false }
                index = UnsafeRawPointer(hit) - start
            }
            while length > 0, text[index] != bytes[length] { length = shorter[length] }
            if text[index] == bytes[length] { length += 1 }
            if length == bytes.count { return true }
            index += 1
        }
        return false
    }
}
