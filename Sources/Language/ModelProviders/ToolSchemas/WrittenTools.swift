import LanguageModels
import StreamingJSON
import Synchronization

/// The tools of a set as members of requests, each written once for a dialect together with its text.
final class WrittenTools: Sendable {
    /// The form in which a dialect sends a tool.
    enum Form { case chat, responses, messages, gemini, ollama }

    private let definitions: [Transcript.ToolDefinition]
    private let forms = Mutex<[Form: [JSONValue]]>([:])

    init(_ definitions: [Transcript.ToolDefinition]) { self.definitions = definitions }

    /// Returns all tools in a form.
    fileprivate func tools(_ form: Form, _ write: (Transcript.ToolDefinition) -> JSONObject) -> [JSONValue] {
        if let tools = forms.withLock({ $0[form] }) { return tools }
        let made = definitions.map { JSONValue.object(write($0).keepingText()) }
        return forms.withLock { forms in
            let first = forms[form] ?? made
            forms[form] = first
            return first
        }
    }
}

extension LanguageModelExecutorGenerationRequest {
    /// Returns tools of the round in the form of a dialect; if they are its whole set, as they were written for an earlier round.
    func written(
        _ tools: [Transcript.ToolDefinition],
        as form: WrittenTools.Form,
        by write: (Transcript.ToolDefinition) -> JSONObject
    ) -> JSONValue {
        guard let toolSet, toolSet.isUnchanged(in: tools) else { return .array(tools.map { .object(write($0)) }) }
        return .array(toolSet.form(WrittenTools.init).tools(form, write))
    }
}
