/// The answer of a stream as far as it has come.
///
/// A structured one is read as it comes, each byte once, however small the pieces are.
struct StreamedAnswer {
    private enum Form {
        case text(String)
        /// `isJSON` is false once no continuation could make JSON of what came.
        case structure(GrowingContent, isJSON: Bool)
    }

    private let isStructured: Bool
    private let id = GenerationID()
    private var form = Form.text("")

    init(isStructured: Bool) {
        self.isStructured = isStructured
        reset()
    }

    private mutating func reset() {
        form = isStructured ? .structure(GrowingContent(id: id), isJSON: true) : .text("")
    }

    /// Takes in a step; tells whether there is something new to show.
    mutating func apply(_ event: SessionEvent) -> Bool {
        switch event {
        case .textDelta(let delta): append(delta)
        case .textReplaced(let replacement):
            reset()
            append(replacement)
        // What a model says before it calls a tool is not the answer.
        case .toolStarted, .toolPending:
            reset()
            return false
        case .reasoningDelta, .refusalDelta, .callDelta, .toolProgress, .toolFinished, .contextCompacted: return false
        }
        return true
    }

    private mutating func append(_ piece: String) {
        // The form leaves `self` while it grows, for a second reference would have it copied.
        let grown = form
        form = .text("")
        switch consume grown {
        case .text(var text):
            text += piece
            form = .text(text)
        case .structure(var content, var isJSON):
            // That it is no JSON is thrown at the end, with all of the text: until then it may yet turn out not to be the answer.
            if isJSON { isJSON = (try? content.feed(piece)) != nil }
            form = .structure(content, isJSON: isJSON)
        }
    }

    /// The answer so far; `nil` while nothing of it is certain, or once it is no JSON.
    func content() -> GeneratedContent? {
        switch form {
        case .text(let text): text.isEmpty ? nil : GeneratedContent(GeneratedContent(text), id: id)
        case .structure(let content, true): content.content
        case .structure(_, false): nil
        }
    }
}
