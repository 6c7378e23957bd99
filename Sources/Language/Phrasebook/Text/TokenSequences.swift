/// A set of short texts that can be looked up at a place in a message.
struct TokenSequences: Sendable {
    /// A text that starts with the first word of a group.
    private struct Entry: Sendable {
        /// The range of its remaining words among all of them.
        var rest: Range<Int>
        var index: Int

        var count: Int { rest.count + 1 }
    }

    /// The texts that start with one word, as a range of the entries, longest first.
    private struct Group: Sendable {
        var first: Word
        var entries: Range<Int>
    }

    /// The texts, with a hash table of their first words: most words of a message start none of them, and must cost
    /// next to nothing.
    private final class Table: Sendable {
        let groups: [Group]
        let entries: [Entry]
        let words: [Word]
        /// The numbers of groups by the hash of their first words; -1 for none.
        private let places: [Int32]

        init(_ sequences: [(keys: [Word], index: Int)]) {
            var byFirst: [Word: [(keys: [Word], index: Int)]] = [:]
            var order: [Word] = []
            for sequence in sequences {
                guard let first = sequence.keys.first else { continue }
                if byFirst[first] == nil { order.append(first) }
                byFirst[first, default: []].append(sequence)
            }
            var groups: [Group] = []
            var entries: [Entry] = []
            var words: [Word] = []
            for first in order {
                let begin = entries.count
                for sequence in (byFirst[first] ?? []).sorted(by: { $0.keys.count > $1.keys.count }) {
                    let start = words.count
                    words += sequence.keys.dropFirst()
                    entries.append(Entry(rest: start..<words.count, index: sequence.index))
                }
                groups.append(Group(first: first, entries: begin..<entries.count))
            }
            var size = 4
            while size < 2 * groups.count { size *= 2 }
            var places = [Int32](repeating: -1, count: size)
            for (number, group) in groups.enumerated() {
                var place = Int(truncatingIfNeeded: group.first.mixed) & (size - 1)
                while places[place] >= 0 { place = (place + 1) & (size - 1) }
                places[place] = Int32(number)
            }
            self.groups = groups
            self.entries = entries
            self.words = words
            self.places = places
        }

        /// Returns the numbers of the texts that start with a word.
        @inline(__always)
        func entries(for word: Word) -> Range<Int>? {
            let mask = places.count - 1
            var place = Int(truncatingIfNeeded: word.mixed) & mask
            while true {
                let number = places[place]
                if number < 0 { return nil }
                if groups[Int(number)].first == word { return groups[Int(number)].entries }
                place = (place + 1) & mask
            }
        }

        /// Returns whether the remaining words of a text follow `start`.
        @inline(__always)
        func isRest(_ number: Int, after start: Int, in tokens: ArraySlice<Token>) -> Bool {
            let rest = entries[number].rest
            guard start + rest.count < tokens.endIndex else { return false }
            for offset in 0..<rest.count where tokens[start + 1 + offset].key != words[rest.lowerBound + offset] {
                return false
            }
            return true
        }
    }

    private let table: Table
    /// Bits for the first words, four times 64 of them: if a word's bit is not set, no text starts with it.
    private let first: SIMD4<UInt64>

    init(_ texts: [String]) {
        let sequences = texts.enumerated().map { index, text in
            (keys: Utterance(text).tokens.filter { $0.kind != .punctuation }.map(\.key), index: index)
        }
        table = Table(sequences)
        first = sequences.reduce(into: SIMD4<UInt64>()) { bits, sequence in
            guard let word = sequence.keys.first else { return }
            bits[Self.part(word.mixed)] |= Self.bit(word.mixed)
        }
    }

    @inline(__always)
    private static func part(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 40 & 3) }

    @inline(__always)
    private static func bit(_ hash: UInt64) -> UInt64 { 1 &<< (hash >> 42 & 63) }

    /// Returns whether some text may start with a word.
    @inline(__always)
    private func mayBegin(with word: Word) -> Bool {
        let hash = word.mixed
        return first[Self.part(hash)] & Self.bit(hash) != 0
    }

    /// Returns the longest of the texts that starts at `start`, which may be the end: the number of its tokens, and its
    /// index in the list.
    func longest(at start: Int, in tokens: ArraySlice<Token>) -> (count: Int, index: Int)? {
        longest(at: start, in: tokens) { _, _ in true }
    }

    /// Returns the longest of the texts that starts at `start` and whose number of tokens satisfies a condition: that
    /// number, and its index in the list.
    @inline(__always)
    func longest(
        at start: Int,
        in tokens: ArraySlice<Token>,
        where isWanted: (_ count: Int, _ index: Int) -> Bool
    ) -> (count: Int, index: Int)? {
        guard start < tokens.endIndex, mayBegin(with: tokens[start].key),
            let numbers = table.entries(for: tokens[start].key)
        else { return nil }
        for number in numbers where table.isRest(number, after: start, in: tokens) {
            let entry = table.entries[number]
            if isWanted(entry.count, entry.index) { return (entry.count, entry.index) }
        }
        return nil
    }

    /// Returns the lengths of all the texts that start at `start`.
    func lengths(at start: Int, in tokens: ArraySlice<Token>) -> [Int] {
        guard start < tokens.endIndex, mayBegin(with: tokens[start].key),
            let numbers = table.entries(for: tokens[start].key)
        else { return [] }
        var lengths: [Int] = []
        for number in numbers where table.isRest(number, after: start, in: tokens) {
            lengths.append(table.entries[number].count)
        }
        return lengths
    }
}
