import StreamSafeText

/// A text that arrives in pieces, each for one segment.
///
/// Each segment is kept in the Stream-Safe Text Format, because a model may repeat any text from its input. The reader
/// gets the same form.
struct SegmentedText {
    typealias Channel = LanguageModelExecutorGenerationChannel

    /// Whether text of another entry precedes this one; the reader then gets a line break first.
    var followsOtherText = false
    /// Whether the last piece started a segment.
    private(set) var hasStartedSegment = false
    private var pieces: [Piece] = []

    /// The text of a segment so far.
    private struct Piece {
        var id: String?
        private(set) var text = ""
        private var streamSafety = StreamSafeProcess()

        init(id: String?) { self.id = id }

        /// Appends to the text; returns the appended text.
        mutating func append(_ addition: String) -> String {
            let addition = streamSafety.next(addition)
            text += addition
            return addition
        }
    }

    var isEmpty: Bool { pieces.allSatisfy(\.text.isEmpty) }

    /// The text of all segments, one per line, as a model reads it.
    var joined: String { pieces.map(\.text).joined(separator: "\n") }

    /// The number of segments.
    var segmentCount: Int { pieces.count }

    var segments: [Transcript.Segment] {
        pieces.map { .text(.init(id: $0.id ?? UniqueID.text(), content: $0.text)) }
    }

    /// Appends a piece; returns the addition for a reader of the whole text.
    mutating func append(_ fragment: Channel.TextFragment) -> String {
        if let index = position(of: fragment.segmentID) {
            hasStartedSegment = false
            pieces[index].id = pieces[index].id ?? fragment.segmentID
            return pieces[index].append(fragment.content)
        }
        hasStartedSegment = true
        let isFirst = pieces.isEmpty && !followsOtherText
        var piece = Piece(id: fragment.segmentID)
        let text = piece.append(fragment.content)
        pieces.append(piece)
        return isFirst ? text : "\n" + text
    }

    /// Replaces the text of one segment or of all segments.
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
        // Text without an id belongs to the first segment that has one.
        return pieces.count == 1 && pieces[0].id == nil ? 0 : nil
    }
}
