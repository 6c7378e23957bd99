import GRDB
import Storage

/// The fields of an item that the index covers.
struct InventoryIndexEntry: Equatable {
    var foldedTitle: String
    var category: String?
    var place: String?
    var state: String?
    var code: String?
    /// The time of the last change, in milliseconds since 1970.
    var updatedAt: Int64

    init(_ item: InventoryItemRecord) {
        foldedTitle = item.title.foldedForSearch
        category = item.category
        place = item.place
        state = item.state
        code = item.code
        updatedAt = item.updatedAt.milliseconds
    }

    /// Reads the fields from a row.
    init(row: Row) {
        foldedTitle = row["foldedTitle"]
        category = row["category"]
        place = row["place"]
        state = row["state"]
        code = row["code"]
        updatedAt = row["updatedAt"]
    }

    /// The item's tokens, separated by spaces.
    var tokens: String {
        let fields = [
            code.flatMap { Self.token(.code, $0) }, place.flatMap { Self.token(.place, $0) },
            category.flatMap { Self.token(.category, $0) }, state.flatMap { Self.token(.state, $0) },
        ]
        let all =
            TitleGrams.tokens(ofTitle: foldedTitle) + TimeSlots.tokens(ofMilliseconds: updatedAt)
            + fields.compactMap(\.self)
        return all.joined(separator: " ")
    }

    /// The fields whose whole text is one token; the raw value is a prefix that keeps their tokens apart.
    enum Field: String {
        case category = "c"
        case place = "p"
        case state = "s"
        case code = "n"

        /// The column that stores the field.
        var column: String {
            switch self {
            case .category: "category"
            case .place: "place"
            case .state: "state"
            case .code: "code"
            }
        }
    }

    /// The stored text of a field.
    subscript(field: Field) -> String? {
        switch field {
        case .category: category
        case .place: place
        case .state: state
        case .code: code
        }
    }

    /// The most bytes of a text in a token, because FTS5 truncates longer tokens.
    private static let longestText = 8000

    /// Returns the token of a field with this text; `nil` for an empty text.
    ///
    /// Texts with the same first 8,000 bytes have the same token.
    static func token(_ field: Field, _ text: String) -> String? {
        guard let text = text.foldedForSearch.nonEmpty else { return nil }
        return field.rawValue
            + String(decoding: text.utf8.prefix(longestText).flatMap { [97 + $0 >> 4, 97 + $0 & 15] }, as: UTF8.self)
    }
}

extension Database {
    /// Adds an item to the index.
    func index(_ tokens: String, of id: Int) throws {
        try cachedStatement(sql: "INSERT INTO inventorySearch (rowid, tokens) VALUES (?, ?)")
            .execute(arguments: [id, tokens])
    }

    /// Removes an item from the index; the tokens must be those that were added.
    func unindex(_ tokens: String, of id: Int) throws {
        try cachedStatement(sql: "INSERT INTO inventorySearch (inventorySearch, rowid, tokens) VALUES ('delete', ?, ?)")
            .execute(arguments: [id, tokens])
    }

    /// Merges the segments of the index after many changes, which lasts seconds for a million items.
    func joinInventoryIndex() throws {
        try execute(sql: "INSERT INTO inventorySearch (inventorySearch) VALUES ('optimize')")
    }
}
