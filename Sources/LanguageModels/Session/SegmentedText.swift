/// Text that comes in pieces, each for a segment.
struct SegmentedText {
    typealias Channel = LanguageModelExecutorGenerationChannel

    /// Whether text of another entry stands before it: a reader then hears a line break first.
    var followsOtherText = false
    /// Whether what was appended last has begun a segment.
    private(set) var hasBegunSegment = false
    private var pieces: [(id: String?, text: String)] = []

    var isEmpty: Bool { pieces.allSatisfy(\.text.isEmpty) }

    /// All segments' text, one after the other, as a model reads them.
    var joined: String { pieces.map(\.text).joined(separator: "\n") }

    var segments: [Transcript.Segment] {
        pieces.map { .text(.init(id: $0.id ?? UniqueID.text(), content: $0.text)) }
    }

    /// Adds a piece; tells what a reader of the whole text hears.
    mutating func append(_ fragment: Channel.TextFragment) -> String {
        if let index = position(of: fragment.segmentID) {
            hasBegunSegment = false
            pieces[index].id = pieces[index].id ?? fragment.segmentID
            pieces[index].text += fragment.content
            return fragment.content
        }
        hasBegunSegment = true
        let isFirst = pieces.isEmpty && !followsOtherText
        pieces.append((fragment.segmentID, fragment.content))
        return isFirst ? fragment.content : "\n" + fragment.content
    }

    /// Puts text in the place of one segment's, or of all text.
    mutating func replace(_ replacement: Channel.TextSegmentReplacement) {
        guard let id = replacement.segmentID, let index = pieces.firstIndex(where: { $0.id == id }) else {
            pieces = [(replacement.segmentID, replacement.content)]
            return
        }
        pieces[index].text = replacement.content
    }

    private func position(of id: String?) -> Int? {
        guard let id else { return pieces.indices.last }
        if let index = pieces.lastIndex(where: { $0.id == id }) { return index }
        // Text that came without an id belongs to the first segment that names itself.
        return pieces.count == 1 && pieces[0].id == nil ? 0 : nil
    }
}
