import AgentWire
import LanguageModels
import StreamingJSON

/// Decides when the JSON text of an answer that has a shape is told, in dialects that show such an answer by its text.
///
/// Text that was sent cannot be taken back. So it is told as it comes only when the first round must be the answer, because nothing can be
/// called, and when the model writes the value itself and not one around it; else at the end.
struct ValueText: Sendable {
    private enum Mode { case never, asItComes, atTheEnd }

    private var mode = Mode.never
    /// The text that was told as it came.
    private var told = ""

    /// Makes one for an answer that is shown by its value alone.
    init() {}

    /// Makes one for a request's dialect.
    init(of request: TurnRequest, _ format: AnswerFormat?, callsTools: Bool) {
        guard let format, request.dialect != .native else { return }
        mode = callsTools || format.isWrapped ? .atTheEnd : .asItComes
    }

    /// Whether the answer is shown by its text.
    var isToldByText: Bool { mode != .never }

    /// The text that a step adds; empty for none.
    mutating func apply(_ step: SessionEvent) -> String {
        guard mode == .asItComes, case .textDelta(let text) = step else { return "" }
        told += text
        return text
    }

    /// The text that is left to tell at the end; empty for none.
    ///
    /// - Throws: ``Problem`` when the text that was told is not the value that was checked, from which surplus members are taken.
    func end(_ answer: StructuredAnswer?) throws(Problem) -> String {
        guard isToldByText, let answer else { return "" }
        if told.isEmpty { return answer.object.serialized() }
        guard (try? JSONValue(parsing: told)) == answer.object else {
            throw Problem(
                .structuredOutputInvalid,
                detail: "the model's answer, which was sent as it came, has members that its schema does not allow; "
                    + "send the request again, or without stream"
            )
        }
        return ""
    }
}
