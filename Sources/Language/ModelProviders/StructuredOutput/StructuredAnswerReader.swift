import LanguageModels
import StreamSafeText
import StreamingJSON

/// Turns the events of a model into the text of a structured answer, in whichever form the model sends it.
///
/// Text that starts like JSON is passed on as it arrives, up to the last bracket, so that a reader sees it grow. Other text is held back
/// until it is clear whether it is the answer, or a remark before a call of a tool.
struct StructuredAnswerReader {
    /// The outcome of a round.
    struct Outcome: Sendable, Equatable {
        /// The answer as the model wrote it.
        var text = ""
        /// The part of it that was passed on.
        var shown = ""
        /// Whether the answer was the arguments of a call.
        var isCall = false
        /// Whether the model has called tools instead.
        var hasToolCalls = false
        /// The metadata of the answer.
        var metadata: [String: String] = [:]
        /// The tokens used.
        var usage: LanguageModelSession.Usage?
    }

    private enum Gate {
        /// So far there is only white space.
        case undecided
        /// The text is JSON so far.
        case open(JSONObjectEnd)
        /// The text is not JSON, or no longer.
        case closed
        /// The text is not the answer.
        case free
    }

    private let answerTool: String?
    private var gate: Gate
    private var callID: String?
    private var text = ""
    private var textSafety = StreamSafeProcess()
    private var shownText = ""
    private var arguments = ""
    private var argumentSafety = StreamSafeProcess()
    private var outcome = Outcome()
    private var hasRefused = false

    /// - Parameter answerTool: The tool whose arguments are the answer; `nil` if the answer is text.
    init(answerTool: String?) {
        self.answerTool = answerTool
        // Text beside a call is a remark.
        gate = answerTool == nil ? .undecided : .closed
    }

    /// Reads one event; returns the events for the session.
    mutating func read(_ event: ModelStreamEvent) -> [ModelStreamEvent] {
        switch event {
        case .text(let piece): return read(text: piece)
        case .toolCall(let id, let name, let piece):
            if name == answerTool { return read(arguments: piece, of: id) }
            return beginToolCalls() + [event]
        case .callMetadata(_, id: _, let name) where name == answerTool: return []
        case .metadata(let metadata):
            outcome.metadata.merge(metadata) { $1 }
            return []
        case .usage(let usage, ofCalls: _):
            outcome.usage = usage
            // The round ends with the refusal, so its outcome is not used.
            return hasRefused ? [event] : []
        case .refusal:
            hasRefused = true
            return [event]
        case .reasoning, .thoughtMetadata, .seal, .callMetadata, .replaceText: return [event]
        }
    }

    /// Ends the round.
    func finish() -> Outcome {
        var outcome = outcome
        outcome.isCall = callID != nil && !outcome.hasToolCalls
        outcome.text = outcome.isCall ? arguments : text
        outcome.shown = outcome.isCall ? arguments : shownText
        return outcome
    }

    private mutating func read(text written: String) -> [ModelStreamEvent] {
        let piece = textSafety.next(written)
        text += piece
        switch gate {
        case .open: return show(piece)
        case .closed: return []
        case .free:
            shownText += piece
            return [.text(piece)]
        case .undecided:
            // Everything before this piece is white space.
            let scalars = piece.unicodeScalars
            guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return [] }
            guard scalars[start] == "{" || scalars[start] == "[" else {
                gate = .closed
                return []
            }
            gate = .open(JSONObjectEnd())
            return show(String(piece[start...]))
        }
    }

    /// Passes on the part of the text that belongs to the JSON value.
    private mutating func show(_ piece: String) -> [ModelStreamEvent] {
        guard case .open(var end) = gate else { return [] }
        let count = end.readToEnd(piece.utf8)
        gate = end.isReached ? .closed : .open(end)
        let part = count == piece.utf8.count ? piece : String(decoding: piece.utf8.prefix(count), as: UTF8.self)
        guard !part.isEmpty else { return [] }
        shownText += part
        return [.text(part)]
    }

    private mutating func read(arguments written: String, of id: String) -> [ModelStreamEvent] {
        // A second answer, or a call of the answer's tool in parallel with the tools whose results it depends on.
        guard !outcome.hasToolCalls, callID == nil || callID == id else { return [] }
        callID = id
        let piece = argumentSafety.next(written)
        arguments += piece
        return piece.isEmpty ? [] : [.text(piece)]
    }

    /// Handles a call of a tool: the text so far is not the answer, but a remark before calls.
    private mutating func beginToolCalls() -> [ModelStreamEvent] {
        guard !outcome.hasToolCalls else { return [] }
        outcome.hasToolCalls = true
        defer { (gate, shownText) = (.free, text) }
        if arguments.isEmpty, shownText.isEmpty { return text.isEmpty ? [] : [.text(text)] }
        return arguments.isEmpty && shownText == text ? [] : [.replaceText(text)]
    }
}
