import FoundationEssentials
import StreamSafeText

extension RoundAssembler {
    /// An answer or a thought, in the order in which they began.
    enum Part {
        case response(ResponsePart)
        case reasoning(ReasoningPart)
    }

    /// An answer as far as it has come.
    struct ResponsePart {
        var entryID: String?
        var text = SegmentedText()
        var metadata: [String: GeneratedContent] = [:]
    }

    /// A thought as far as it has come.
    struct ReasoningPart {
        var entryID: String?
        var text = SegmentedText()
        var signature: Data?
        var metadata: [String: GeneratedContent] = [:]
    }

    /// A call as far as it has come.
    struct Call {
        let id: String
        let name: String
        private(set) var arguments = ""
        private var streamSafety = StreamSafeProcess()
        var metadata: [String: GeneratedContent] = [:]

        init(id: String, name: String) {
            self.id = id
            self.name = name
        }

        /// Adds a piece to the arguments.
        mutating func append(_ piece: String) { arguments += streamSafety.next(piece) }
    }
}
