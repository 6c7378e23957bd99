extension Transcript {
    /// The conversation: all entries except the instructions at its start (27.0).
    ///
    /// Changing it changes the transcript and leaves the instructions alone:
    ///
    /// ```swift
    /// session.transcript.history.removeAll()
    /// ```
    public var history: HistoryView {
        get { HistoryView(dropFirst(startsWithInstructions ? 1 : 0)) }
        set { self = Transcript(entries: prefix(startsWithInstructions ? 1 : 0) + Array(newValue)) }
    }

    var startsWithInstructions: Bool {
        if case .instructions = first { true } else { false }
    }

    /// A transcript's entries without the instructions at its start (27.0).
    public struct HistoryView: Sendable, Equatable, RandomAccessCollection, MutableCollection,
        RangeReplaceableCollection
    {
        /// The position of an entry.
        public struct Index: Sendable, Hashable, Comparable {
            fileprivate let offset: Int

            /// Returns whether one position is before the other.
            public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
        }

        /// A part of the history.
        public typealias SubSequence = Slice<HistoryView>

        private var entries: [Entry]

        /// Makes a history of these entries.
        public init(_ entries: some Sequence<Entry>) { self.entries = Array(entries) }

        /// Makes an empty history.
        public init() { entries = [] }

        /// The position of the first entry.
        public var startIndex: Index { Index(offset: 0) }

        /// The position after the last entry.
        public var endIndex: Index { Index(offset: entries.count) }

        /// Returns the next position.
        public func index(after index: Index) -> Index { Index(offset: index.offset + 1) }

        /// Returns the previous position.
        public func index(before index: Index) -> Index { Index(offset: index.offset - 1) }

        /// Returns the position at a distance.
        public func index(_ index: Index, offsetBy distance: Int) -> Index { Index(offset: index.offset + distance) }

        /// Returns the number of entries between two positions.
        public func distance(from start: Index, to end: Index) -> Int { end.offset - start.offset }

        /// The entry at a position.
        public subscript(index: Index) -> Entry {
            get { entries[index.offset] }
            set { entries[index.offset] = newValue }
        }

        /// Replaces a range of entries.
        public mutating func replaceSubrange(_ range: Range<Index>, with newEntries: some Collection<Entry>) {
            entries.replaceSubrange(range.lowerBound.offset..<range.upperBound.offset, with: newEntries)
        }
    }
}
