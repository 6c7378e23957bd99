/// A kind of schemas.
public enum SchemaKind: String, Sendable, Hashable, CaseIterable {
    /// Actions.
    case intent
    /// Things.
    case entity
    /// Sets of choices.
    case enumeration
}

extension SchemaCatalog {
    /// Returns the identifiers that resemble an unknown one most, at most three, the nearest first.
    ///
    /// - Parameter id: A text from outside; one that is much longer than any identifier resembles none.
    public func nearest(to id: String, among kind: SchemaKind) -> [String] {
        let ids =
            switch kind {
            case .intent: intents.map(\.id)
            case .entity: entities.map(\.id)
            case .enumeration: enumerations.map(\.id)
            }
        let text = Array(id.lowercased().utf8)
        guard text.count <= 64 else { return [] }
        let ranked = ids.compactMap { candidate -> (distance: Int, id: String)? in
            let bytes = Array(candidate.lowercased().utf8)
            let distance = EditDistance.between(text, bytes)
            return distance <= max(2, bytes.count / 3) ? (distance, candidate) : nil
        }
        return ranked.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(3).map(\.id)
    }
}

/// The number of bytes to insert, remove or replace to make one text of another.
enum EditDistance {
    static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (place, other) in right.enumerated() {
                let above = row[place + 1]
                row[place + 1] = min(above + 1, row[place] + 1, diagonal + (byte == other ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
