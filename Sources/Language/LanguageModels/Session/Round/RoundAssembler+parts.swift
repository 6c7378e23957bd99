import FoundationEssentials
import StreamSafeText

extension RoundAssembler {
    /// The index of an answer or of a reasoning entry; parts are ordered by their start.
    ///
    /// Answers and reasoning are stored in separate arrays, so that appending changes them in place.
    enum Part {
        case response(Int)
        case reasoning(Int)
    }

    /// An answer so far.
    struct ResponsePart {
        var entryID: String?
        var text = SegmentedText()
        var metadata: [String: GeneratedContent] = [:]
        /// The images, each with the number of text segments before it.
        var attachments: [(position: Int, segment: Transcript.AttachmentSegment)] = []

        var isEmpty: Bool { text.isEmpty && attachments.isEmpty }

        /// Adds an image, or replaces the image with the same id.
        mutating func add(_ segment: Transcript.AttachmentSegment) {
            if let index = attachments.firstIndex(where: { $0.segment.id == segment.id }) {
                attachments[index].segment = segment
            } else {
                attachments.append((text.segmentCount, segment))
            }
        }

        /// The segments in their order.
        var segments: [Transcript.Segment] {
            var segments = text.segments
            for (position, attachment) in attachments.reversed() {
                segments.insert(.attachment(attachment), at: min(position, segments.count))
            }
            return segments
        }
    }

    /// A reasoning entry so far.
    struct ReasoningPart {
        var entryID: String?
        var text = SegmentedText()
        var signature: Data?
        var metadata: [String: GeneratedContent] = [:]
    }

    /// A call so far.
    struct Call {
        /// The id from the model; may be empty.
        let originalID: String
        let id: String
        let name: String
        /// Whether the call is emitted while the model writes it.
        let isStreamed: Bool
        private(set) var arguments = ""
        private var streamSafety = StreamSafeProcess()
        var metadata: [String: GeneratedContent] = [:]

        init(originalID: String, name: String, isStreamed: Bool) {
            self.originalID = originalID
            id = originalID.isEmpty ? UniqueID.text() : originalID
            self.name = name
            self.isStreamed = isStreamed
        }

        /// Appends a piece to the arguments; returns it in the form in which it was appended.
        mutating func append(_ piece: String) -> String {
            let piece = streamSafety.next(piece)
            arguments += piece
            return piece
        }
    }
}
