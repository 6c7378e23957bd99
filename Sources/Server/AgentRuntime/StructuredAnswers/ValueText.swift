import AgentWire
import LanguageModels
import StreamingJSON

/// Decides when the JSON text of a structured answer is sent, in dialects that show such an answer by its text.
///
/// Sent text cannot be withdrawn. It is therefore sent as it arrives only when the first round must be the answer (there are no tools),
/// and when the model writes the value itself and not a wrapped one. Otherwise it is sent at the end.
struct ValueText: Sendable {
    private enum Mode { case never, asItComes, atTheEnd }

    private var mode = Mode.never
    /// The text sent as it arrived.
    private var sentText = ""

    /// Makes the rule for an answer that is shown by its value alone.
    init() {}

    /// Makes the rule for a request's dialect.
    init(of request: TurnRequest, _ format: AnswerFormat?, callsTools: Bool) {
        guard let format, request.dialect != .native else { return }
        mode = callsTools || format.isWrapped ? .atTheEnd : .asItComes
    }

    /// Whether the answer is shown by its text.
    var isShownByText: Bool { mode != .never }

    /// Returns the text that a step adds; empty for none.
    mutating func apply(_ step: SessionEvent) -> String {
        guard mode == .asItComes, case .textDelta(let text) = step else { return "" }
        sentText += text
        return text
    }

    /// Returns the text that remains to be sent at the end; empty for none.
    ///
    /// - Throws: ``Problem`` when the text that was sent differs from the checked value, because surplus members were removed from
    ///   that.
    func end(_ answer: StructuredAnswer?) throws(Problem) -> String {
        guard isShownByText, let answer else { return "" }
        if sentText.isEmpty { return answer.object.serialized() }
        guard (try? JSONValue(parsing: sentText)) == answer.object else {
            throw Problem(
                .structuredOutputInvalid,
                detail: "the model's answer was sent as it arrived, but it has members that its schema does not allow; "
                    + "send the request again, or without stream"
            )
        }
        return ""
    }
}
