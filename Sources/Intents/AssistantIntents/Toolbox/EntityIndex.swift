/// The words of the things that an app has added to its toolbox, by the schema: a search for things whose query has none.
struct EntityIndex: Sendable {
    private struct Entry: Sendable {
        var id: String
        /// The names in lower case; the first is the title.
        var names: [String]
    }

    private var entries: [String: [Entry]] = [:]

    /// Adds a thing, in place of an earlier one of its identifier.
    mutating func add(_ id: String, names: [String], schema: String) {
        let entry = Entry(id: id, names: names.map { $0.lowercased() })
        if let position = entries[schema]?.firstIndex(where: { $0.id == id }) {
            entries[schema]?[position] = entry
        } else {
            entries[schema, default: []].append(entry)
        }
    }

    /// Removes a thing.
    mutating func remove(_ id: String, schema: String) {
        entries[schema]?.removeAll { $0.id == id }
    }

    /// Returns the identifiers of the things with all of the words, those with exactly this name first.
    func ids(matching text: String, schema: String, most limit: Int) -> [String] {
        let text = text.lowercased()
        let words = text.split { $0.isWhitespace || $0.isPunctuation }
        guard !words.isEmpty else { return [] }
        var exact: [String] = []
        var others: [String] = []
        for entry in entries[schema] ?? [] {
            if entry.names.contains(text) {
                exact.append(entry.id)
            } else if entry.names.contains(where: { name in words.allSatisfy { name.contains($0) } }) {
                others.append(entry.id)
            }
        }
        return Array((exact + others).prefix(limit))
    }
}
