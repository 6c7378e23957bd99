import GRDB
import Storage

/// What the index knows of an item.
struct InventoryIndexEntry: Equatable {
    var foldedTitle: String
    var category: String?
    var place: String?
    var state: String?
    var code: String?
    /// Milliseconds since 1970.
    var updatedAt: Int64

    init(_ item: InventoryItemRecord) {
        foldedTitle = item.title.foldedForSearch
        category = item.category
        place = item.place
        state = item.state
        code = item.code
        updatedAt = item.updatedAt.milliseconds
    }

    /// Reads the columns that it is made of.
    init(row: Row) {
        foldedTitle = row["foldedTitle"]
        category = row["category"]
        place = row["place"]
        state = row["state"]
        code = row["code"]
        updatedAt = row["updatedAt"]
    }

    /// The item's tokens, with a space between them.
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

    /// The fields whose whole text is a token; a letter of its own tells each from the others.
    enum Field: String {
        case category = "c"
        case place = "p"
        case state = "s"
        case code = "n"

        /// The column that the field's text is stored in.
        var column: String {
            switch self {
            case .category: "category"
            case .place: "place"
            case .state: "state"
            case .code: "code"
            }
        }
    }

    /// The text of a field as it is stored.
    subscript(field: Field) -> String? {
        switch field {
        case .category: category
        case .place: place
        case .state: state
        case .code: code
        }
    }

    /// FTS5 cuts longer tokens off.
    private static let longestText = 8000

    /// The token of a field with this text; nil when there is none.
    ///
    /// Texts that are the same in their first 8,000 bytes count as the same.
    static func token(_ field: Field, _ text: String) -> String? {
        guard let text = text.foldedForSearch.nonEmpty else { return nil }
        return field.rawValue
            + String(decoding: text.utf8.prefix(longestText).flatMap { [97 + $0 >> 4, 97 + $0 & 15] }, as: UTF8.self)
    }
}

extension Database {
    /// Puts an item into the index.
    func index(_ tokens: String, of id: Int) throws {
        try cachedStatement(sql: "INSERT INTO inventorySearch (rowid, tokens) VALUES (?, ?)")
            .execute(arguments: [id, tokens])
    }

    /// Takes an item out of the index; the tokens must be those that were put in.
    func unindex(_ tokens: String, of id: Int) throws {
        try cachedStatement(sql: "INSERT INTO inventorySearch (inventorySearch, rowid, tokens) VALUES ('delete', ?, ?)")
            .execute(arguments: [id, tokens])
    }

    /// Joins the parts of the index into one after many changes; that takes seconds for a million items.
    func joinInventoryIndex() throws {
        try execute(sql: "INSERT INTO inventorySearch (inventorySearch) VALUES ('optimize')")
    }
}
