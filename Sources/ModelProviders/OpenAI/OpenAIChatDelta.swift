/// The content that a chunk adds to the answer.
struct OpenAIChatDelta {
    private(set) var thoughts = ""
    private(set) var text = ""
    private(set) var refusal = ""
    private(set) var calls: [OpenAIToolCallFragment] = []

    /// Reads a delta, or the message of an answer that is the whole response body; `nil` if it is not well formed.
    init?(_ delta: JSONText) {
        var (reasoningContent, reasoning): (JSONText?, JSONText?)
        var areCallsWhole = true
        var reader = JSONReader(delta.bytes)
        reader.members { name, value in
            if name.isString("content") {
                text = Self.content(&value)
            } else if name.isString("tool_calls") {
                areCallsWhole = read(calls: &value)
            } else if name.isString("reasoning_content") {
                reasoningContent = value.text()
            } else if name.isString("reasoning") {
                reasoning = value.text()
            } else if name.isString("refusal") {
                refusal = value.string() ?? ""
            }
        }
        // DeepSeek, vLLM and llama.cpp use `reasoning_content`, Ollama and OpenRouter `reasoning`; some send both.
        thoughts = reasoningContent?.string ?? reasoning?.string ?? ""
        guard reader.isWhole, areCallsWhole else { return nil }
    }

    /// Returns a plain text, or the text parts of a list of parts.
    private static func content(_ content: inout JSONReader) -> String {
        guard content.isAtArray else { return content.string() ?? "" }
        var text = ""
        content.elements { part in
            part.members { name, value in
                if name.isString("text") { text += value.string() ?? "" }
            }
        }
        return text
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
