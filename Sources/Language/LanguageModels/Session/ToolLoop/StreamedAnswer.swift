/// The answer of a stream so far.
///
/// A structured answer is parsed as it arrives, each byte once, however small the pieces are.
struct StreamedAnswer {
    private enum Form {
        case text(String)
        /// A structured answer; `isJSON` is false once no continuation could make the text valid JSON.
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

    /// Applies an event; returns whether there is new content for a snapshot.
    mutating func apply(_ event: SessionEvent) -> Bool {
        switch event {
        case .textDelta(let delta): append(delta)
        case .textReplaced(let replacement):
            reset()
            append(replacement)
        // Text before a tool call is not the answer.
        case .toolStarted, .toolPending:
            reset()
            return false
        case .reasoningDelta, .reasoningSigned, .refusalDelta, .callDelta, .toolProgress, .toolFinished,
            .contextCompacted:
            return false
        }
        return true
    }

    private mutating func append(_ piece: String) {
        // The form is moved out of `self` while it grows, because a second reference would force a copy.
        let grown = form
        form = .text("")
        switch consume grown {
        case .text(var text):
            text += piece
            form = .text(text)
        case .structure(var content, var isJSON):
            // Invalid JSON is an error only at the end, with the whole text, because this text may turn out not to be
            // the answer.
            if isJSON { isJSON = (try? content.feed(piece)) != nil }
            form = .structure(content, isJSON: isJSON)
        }
    }

    /// Returns the answer so far; `nil` while no part of it is certain, or once it is invalid JSON.
    func content() -> GeneratedContent? {
        switch form {
        case .text(let text): text.isEmpty ? nil : GeneratedContent(GeneratedContent(text), id: id)
        case .structure(let content, true): content.content
        case .structure(_, false): nil
        }
    }
}
