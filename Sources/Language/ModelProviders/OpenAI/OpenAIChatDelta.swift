import StreamingJSON

/// The content that a chunk adds to the answer.
struct OpenAIChatDelta {
    private(set) var thoughts = ""
    /// The name under which the thoughts arrived.
    private(set) var thoughtName = OpenAIChatThought.Name.reasoningContent
    /// OpenRouter's details of the thoughts, and their size in bytes.
    private(set) var details: (pieces: [JSONValue], size: Int) = ([], 0)
    private(set) var text = ""
    private(set) var refusal = ""
    private(set) var calls: [OpenAIToolCallFragment] = []

    /// Reads a delta, or the message of an answer that is the whole response body; `nil` if it is not well formed.
    init?(_ delta: JSONText) {
        var (reasoningContent, reasoning, details): (JSONText?, JSONText?, JSONText?)
        var parts = ""
        var areCallsWhole = true
        var reader = JSONReader(delta.bytes)
        reader.members { name, value in
            if name.isString("content") {
                (parts, text) = Self.content(&value)
            } else if name.isString("tool_calls") {
                areCallsWhole = read(calls: &value)
            } else if name.isString("reasoning_content") {
                reasoningContent = value.text()
            } else if name.isString("reasoning") {
                reasoning = value.text()
            } else if name.isString("reasoning_details") {
                details = value.text()
            } else if name.isString("refusal") {
                refusal = value.string() ?? ""
            }
        }
        // DeepSeek, vLLM and llama.cpp use `reasoning_content`, Ollama and OpenRouter `reasoning`; some send both.
        if let text = reasoningContent?.string, !text.isEmpty {
            thoughts = text
        } else if let text = reasoning?.string, !text.isEmpty {
            (thoughts, thoughtName) = (text, .reasoning)
        } else if !parts.isEmpty {
            (thoughts, thoughtName) = (parts, .parts)
        }
        if let details { self.details = (details.value?.arrayValue ?? [], details.bytes.count) }
        guard reader.isWhole, areCallsWhole else { return nil }
    }

    /// Returns a plain text, or the text parts of a list of parts and the texts of its thoughts.
    private static func content(_ content: inout JSONReader) -> (thoughts: String, text: String) {
        guard content.isAtArray else { return ("", content.string() ?? "") }
        var (thoughts, text) = ("", "")
        content.elements { part in
            part.members { name, value in
                if name.isString("text") {
                    text += value.string() ?? ""
                } else if name.isString("thinking") {
                    thoughts += Self.content(&value).text
                }
            }
        }
        return (thoughts, text)
    }

    private mutating func read(calls reader: inout JSONReader) -> Bool {
        calls = []
        var areWhole = true
        reader.elements { element in
            let fragment = OpenAIToolCallFragment(&element, position: calls.count)
            areWhole = areWhole && fragment.areArgumentsWhole
            calls.append(fragment)
        }
        return areWhole
    }
}
