/// A set of short texts that are looked for at a place in a message.
struct TokenSequences: Sendable {
    private struct Entry: Sendable {
        var keys: [Word]
        var index: Int
    }

    private var entries: [Word: [Entry]] = [:]

    init(_ texts: [String]) {
        for (index, text) in texts.enumerated() {
            let keys = Utterance(text).tokens.filter { $0.kind != .punctuation }.map(\.key)
            guard let first = keys.first else { continue }
            entries[first, default: []].append(Entry(keys: keys, index: index))
        }
        for key in entries.keys {
            entries[key]?.sort { $0.keys.count > $1.keys.count }
        }
    }

    /// The longest of the texts that begins at `start`, which may be the end: how many tokens it takes, and its number in the list.
    func longest(at start: Int, in tokens: ArraySlice<Token>) -> (count: Int, index: Int)? {
        guard start < tokens.endIndex, let candidates = entries[tokens[start].key] else { return nil }
        for entry in candidates where start + entry.keys.count <= tokens.endIndex {
            let matches = entry.keys.indices.allSatisfy { tokens[start + $0].key == entry.keys[$0] }
            if matches { return (entry.keys.count, entry.index) }
        }
        return nil
    }

    /// The lengths of all the texts that begin at `start`.
    func lengths(at start: Int, in tokens: ArraySlice<Token>) -> [Int] {
        guard start < tokens.endIndex, let candidates = entries[tokens[start].key] else { return [] }
        return candidates.map(\.keys).filter { keys in
            start + keys.count <= tokens.endIndex
                && keys.indices.allSatisfy { tokens[start + $0].key == keys[$0] }
        }.map(\.count)
    }
}
