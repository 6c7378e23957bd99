import StreamingJSON

/// One line of the stream, read only as far as necessary.
///
/// It is valid as long as its bytes are.
struct OllamaLine {
    /// The answer's text.
    private(set) var content = ""
    /// The thoughts before the text.
    private(set) var thinking = ""
    /// The calls, each complete.
    private(set) var calls: [JSONValue] = []
    private(set) var model: JSONText?
    private(set) var isLast = false
    private(set) var reason: String?
    private(set) var promptCount: Int?
    private(set) var answerCount: Int?
    /// The error that the line reports instead of content.
    private(set) var error: JSONValue?

    /// Reads a line; `nil` if it is not a JSON object.
    init?(_ data: UnsafeBufferPointer<UInt8>) {
        var reader = JSONReader(data)
        guard reader.isAtObject else { return nil }
        var isMessage = true
        reader.members { name, value in
            // `created_at` is in every line, and is the most frequent member that is not read.
            if name.isString("message") {
                isMessage = read(message: &value)
            } else if name.isString("done") {
                isLast = value.text().isTrue
            } else if name.isString("model") {
                model = value.text()
            } else if name.isString("done_reason") {
                reason = value.string()
            } else if name.isString("prompt_eval_count") {
                promptCount = value.text().int
            } else if name.isString("eval_count") {
                answerCount = value.text().int
            } else if name.isString("error") {
                let text = value.text()
                if !text.isNull { error = text.value ?? .null }
            }
        }
        guard reader.isWhole, isMessage else { return nil }
    }

    private mutating func read(message: inout JSONReader) -> Bool {
        message.membersOrNull { name, value in
            if name.isString("content") {
                content = value.string() ?? ""
            } else if name.isString("thinking") {
                thinking = value.string() ?? ""
            } else if name.isString("tool_calls") {
                calls = value.text().value?.arrayValue ?? []
            }
        }
    }
}
