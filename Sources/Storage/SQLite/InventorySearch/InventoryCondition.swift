import FoundationEssentials

/// One thing that a filter asks of an item and that the index can be asked about.
struct InventoryCondition {
    /// The question to the index: a token, or several of which an item has one.
    let expression: String

    /// How many lists of ids the index walks for it.
    let lists: Int

    private let kind: Kind

    private enum Kind {
        case title(piece: String)
        case updated(from: Int64, before: Int64)
        case field(InventoryIndexEntry.Field, text: String)
    }

    /// The conditions of a filter; nil when nothing can match.
    static func all(of filter: InventoryFilter) -> [InventoryCondition]? {
        var conditions: [InventoryCondition] = []
        let (from, before) = (filter.updatedFrom?.milliseconds, filter.updatedBefore?.milliseconds)
        if let slots = TimeSlots.tokens(from: from, before: before) {
            guard !slots.isEmpty else { return nil }
            let kind = Kind.updated(from: from ?? .min, before: before ?? .max)
            let expression = slots.count == 1 ? slots[0] : "(" + slots.joined(separator: " OR ") + ")"
            conditions.append(InventoryCondition(expression: expression, lists: slots.count, kind: kind))
        }
        let wanted: [(InventoryIndexEntry.Field, String?)] = [
            (.code, filter.code), (.place, filter.place), (.category, filter.category), (.state, filter.state),
        ]
        for (field, text) in wanted {
            guard let text, let token = InventoryIndexEntry.token(field, text) else { continue }
            conditions.append(
                InventoryCondition(expression: token, lists: 1, kind: .field(field, text: text.foldedForSearch))
            )
        }
        for piece in TitleGrams.pieces(wantedBy: filter.title?.foldedForSearch ?? "") {
            conditions.append(
                InventoryCondition(expression: TitleGrams.token(of: piece), lists: 1, kind: .title(piece: piece))
            )
        }
        return conditions
    }

    /// The field that the condition is about, with the folded text that it must have; nil when it is about something else.
    var field: (field: InventoryIndexEntry.Field, text: String)? {
        if case .field(let field, let text) = kind { (field, text) } else { nil }
    }

    /// Whether an item fulfils it.
    func holds(for entry: InventoryIndexEntry) -> Bool {
        switch kind {
        case .title(let piece): entry.foldedTitle.utf8.contains(piece.utf8)
        case .updated(let from, let before): from <= entry.updatedAt && entry.updatedAt < before
        case .field(let field, let text): entry[field]?.foldedForSearch == text
        }
    }
}
