import StreamSafeText

/// Text that comes in pieces, each for a segment.
///
/// A model repeats what it was given, so each segment is kept in the Stream-Safe Text Format. What a reader hears is the same.
struct SegmentedText {
    typealias Channel = LanguageModelExecutorGenerationChannel

    /// Whether text of another entry stands before it: a reader then hears a line break first.
    var followsOtherText = false
    /// Whether what was appended last has begun a segment.
    private(set) var hasBegunSegment = false
    private var pieces: [Piece] = []

    /// The text of a segment so far.
    private struct Piece {
        var id: String?
        private(set) var text = ""
        private var streamSafety = StreamSafeProcess()

        init(id: String?) { self.id = id }

        /// Adds to the text; returns what was added.
        mutating func append(_ addition: String) -> String {
            let addition = streamSafety.next(addition)
            text += addition
            return addition
        }
    }

    var isEmpty: Bool { pieces.allSatisfy(\.text.isEmpty) }

    /// All segments' text, one after the other, as a model reads them.
    var joined: String { pieces.map(\.text).joined(separator: "\n") }

    /// The number of segments.
    var segmentCount: Int { pieces.count }

    var segments: [Transcript.Segment] {
        pieces.map { .text(.init(id: $0.id ?? UniqueID.text(), content: $0.text)) }
    }

    /// Adds a piece; tells what a reader of the whole text hears.
    mutating func append(_ fragment: Channel.TextFragment) -> String {
        if let index = position(of: fragment.segmentID) {
            hasBegunSegment = false
            pieces[index].id = pieces[index].id ?? fragment.segmentID
            return pieces[index].append(fragment.content)
        }
        hasBegunSegment = true
        let isFirst = pieces.isEmpty && !followsOtherText
        var piece = Piece(id: fragment.segmentID)
        let text = piece.append(fragment.content)
        pieces.append(piece)
        return isFirst ? text : "\n" + text
    }

    /// Puts text in the place of one segment's, or of all text.
    mutating func replace(_ replacement: Channel.TextSegmentReplacement) {
        var piece = Piece(id: replacement.segmentID)
        _ = piece.append(replacement.content)
        if let id = replacement.segmentID, let index = pieces.firstIndex(where: { $0.id == id }) {
            pieces[index] = piece
        } else {
            pieces = [piece]
        }
    }

    private func position(of id: String?) -> Int? {
        guard let id else { return pieces.indices.last }
        if let index = pieces.lastIndex(where: { $0.id == id }) { return index }
        // Text that came without an id belongs to the first segment that names itself.
        return pieces.count == 1 && pieces[0].id == nil ? 0 : nil
    }
}
