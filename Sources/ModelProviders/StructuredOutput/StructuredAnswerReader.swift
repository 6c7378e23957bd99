import LanguageModels
import StreamSafeText
import StreamingJSON

/// Turns what a model streams into the text of a structured answer, by whichever way it comes.
///
/// Text that begins like JSON is passed on as it comes, so that what grows can be seen, up to the last bracket. Other text is held
/// back until it is clear whether it is the answer, or what a model says before it calls a tool.
struct StructuredAnswerReader {
    /// What a round has come to.
    struct Outcome: Sendable, Equatable {
        /// The answer as the model wrote it.
        var text = ""
        /// What of it was passed on.
        var shown = ""
        /// Whether it came as the arguments of a call.
        var isCall = false
        /// Whether the model has called tools instead.
        var hasToolCalls = false
        /// What the provider says beside the answer.
        var metadata: [String: String] = [:]
        /// The tokens used.
        var usage: LanguageModelSession.Usage?
    }

    private enum Gate {
        /// Nothing but space has come.
        case undecided
        /// The text is JSON so far.
        case open(JSONObjectEnd)
        /// The text is no JSON, or none any more.
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

    /// - Parameter answerTool: The tool whose arguments are the answer; `nil` when it comes as text.
    init(answerTool: String?) {
        self.answerTool = answerTool
        // Beside a call text is a remark.
        gate = answerTool == nil ? .undecided : .closed
    }

    /// Takes one event in; what comes out is for the session.
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
            // The round ends with the refusal, so nobody asks for the outcome.
            return hasRefused ? [event] : []
        case .refusal:
            hasRefused = true
            return [event]
        case .reasoning, .seal, .callMetadata, .replaceText: return [event]
        }
    }

    /// The round is over.
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

    /// Passes on what belongs to the JSON value.
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
        // A second answer, or one that does not wait for what it is to be made of.
        guard !outcome.hasToolCalls, callID == nil || callID == id else { return [] }
        callID = id
        let piece = argumentSafety.next(written)
        arguments += piece
        return piece.isEmpty ? [] : [.text(piece)]
    }

    /// A tool is called: what was said is no answer, but what is said before calls.
    private mutating func beginToolCalls() -> [ModelStreamEvent] {
        guard !outcome.hasToolCalls else { return [] }
        outcome.hasToolCalls = true
        defer { (gate, shownText) = (.free, text) }
        if arguments.isEmpty, shownText.isEmpty { return text.isEmpty ? [] : [.text(text)] }
        return arguments.isEmpty && shownText == text ? [] : [.replaceText(text)]
    }
}
