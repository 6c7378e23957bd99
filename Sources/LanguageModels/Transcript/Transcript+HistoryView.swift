extension Transcript {
    /// What was said: all entries but the instructions at the beginning (27.0).
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

    /// A transcript's entries without the instructions at the beginning (27.0).
    public struct HistoryView: Sendable, Equatable, RandomAccessCollection, MutableCollection,
        RangeReplaceableCollection
    {
        /// A place among the entries.
        public struct Index: Sendable, Hashable, Comparable {
            fileprivate let offset: Int

            /// Whether one place is before the other.
            public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
        }

        /// A part of the history.
        public typealias SubSequence = Slice<HistoryView>

        private var entries: [Entry]

        /// Makes a history of these entries.
        public init(_ entries: some Sequence<Entry>) { self.entries = Array(entries) }

        /// Makes an empty history.
        public init() { entries = [] }

        /// The first place.
        public var startIndex: Index { Index(offset: 0) }

        /// The place after the last.
        public var endIndex: Index { Index(offset: entries.count) }

        /// The next place.
        public func index(after index: Index) -> Index { Index(offset: index.offset + 1) }

        /// The place before.
        public func index(before index: Index) -> Index { Index(offset: index.offset - 1) }

        /// The place so many entries further.
        public func index(_ index: Index, offsetBy distance: Int) -> Index { Index(offset: index.offset + distance) }

        /// How many entries lie between two places.
        public func distance(from start: Index, to end: Index) -> Int { end.offset - start.offset }

        /// One entry.
        public subscript(index: Index) -> Entry {
            get { entries[index.offset] }
            set { entries[index.offset] = newValue }
        }

        /// Puts other entries in the place of some.
        public mutating func replaceSubrange(_ range: Range<Index>, with newEntries: some Collection<Entry>) {
            entries.replaceSubrange(range.lowerBound.offset..<range.upperBound.offset, with: newEntries)
        }
    }
}
