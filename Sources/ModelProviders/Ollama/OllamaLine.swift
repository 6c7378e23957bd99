import StreamingJSON

/// One line of the stream, read from its bytes as far as it is needed.
struct OllamaLine {
    /// The answer's text.
    private(set) var content = ""
    /// Thoughts that come before it.
    private(set) var thinking = ""
    /// The calls, which come whole.
    private(set) var calls: [JSONValue] = []
    private(set) var model: String?
    private(set) var isLast = false
    private(set) var reason: String?
    private(set) var promptCount: Int?
    private(set) var answerCount: Int?
    /// What went wrong, instead of all the rest.
    private(set) var error: JSONValue?

    /// Reads a line; `nil` when it is no JSON object.
    init?(_ line: inout String) {
        let isWhole = line.withUTF8 { bytes in
            var isMessageWhole = true
            let isWhole = JSONText(trimming: bytes).forEachMember { name, value in
                // `created_at` is in every line and the commonest of those that say nothing here.
                if name.isString("message") {
                    isMessageWhole = read(message: value)
                } else if name.isString("done") {
                    isLast = value.bytes.elementsEqual("true".utf8)
                } else if name.isString("model") {
                    model = value.string
                } else if name.isString("done_reason") {
                    reason = value.string
                } else if name.isString("prompt_eval_count") {
                    promptCount = value.int
                } else if name.isString("eval_count") {
                    answerCount = value.int
                } else if name.isString("error"), !value.isNull {
                    error = value.value ?? .null
                }
            }
            return isWhole && isMessageWhole
        }
        guard isWhole else { return nil }
    }

    private mutating func read(message: JSONText) -> Bool {
        message.isNull
            || message.forEachMember { name, value in
                if name.isString("content") {
                    content = value.string ?? ""
                } else if name.isString("thinking") {
                    thinking = value.string ?? ""
                } else if name.isString("tool_calls") {
                    calls = value.value?.arrayValue ?? []
                }
            }
    }
}
