import FoundationEssentials
import Storage

/// One condition of a filter, in a form that the index can answer.
struct InventoryCondition {
    /// The search expression: one token, or several tokens of which an item must have one.
    let expression: String

    /// The number of id lists that the index reads for the expression.
    let lists: Int

    private let kind: Kind

    private enum Kind {
        case title(piece: [UInt8])
        case updated(from: Int64, before: Int64)
        case field(InventoryIndexEntry.Field, text: String)
    }

    /// Returns the conditions of a filter; `nil` if no item can match.
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
                InventoryCondition(
                    expression: TitleGrams.token(of: piece),
                    lists: 1,
                    kind: .title(piece: Array(piece.utf8))
                )
            )
        }
        return conditions
    }

    /// The field that the condition is about, with the folded text that it must have; `nil` for other conditions.
    var field: (field: InventoryIndexEntry.Field, text: String)? {
        if case .field(let field, let text) = kind { (field, text) } else { nil }
    }

    /// Returns which of the entries meet the condition.
    func holds(for entries: [InventoryIndexEntry]) -> [Bool] {
        switch kind {
        case .title(let piece):
            return entries.map { $0.foldedTitle.utf8Contains(piece) }
        case .updated(let from, let before):
            return entries.map { from <= $0.updatedAt && $0.updatedAt < before }
        case .field(let field, let text):
            // Few different texts occur in many items, and a look-up is faster than folding.
            var known: [String?: Bool] = [nil: false]
            return entries.map { entry in
                let found = entry[field]
                let isMeant = known[found] ?? (found?.foldedForSearch == text)
                known[found] = isMeant
                return isMeant
            }
        }
    }
}

extension String {
    /// Whether these bytes occur in the text.
    ///
    /// The standard library's search is generic, and too slow for a few hundred calls before each list.
    fileprivate func utf8Contains(_ piece: [UInt8]) -> Bool {
        var copy = self
        return copy.withUTF8 { bytes in
            guard let first = piece.first, bytes.count >= piece.count else { return piece.isEmpty }
            for start in 0...(bytes.count - piece.count) where bytes[start] == first {
                var length = 1
                while length < piece.count, bytes[start + length] == piece[length] { length += 1 }
                if length == piece.count { return true }
            }
            return false
        }
    }
}
