/// One chunk of the stream: the places of the few fields that are read, not yet decoded.
///
/// It is valid as long as the bytes are.
struct OpenAIChatChunk {
    private(set) var error: JSONText?
    /// MiniMax's outcome of the request, beside the answer or in place of it.
    private(set) var outcome: JSONText?
    /// Whether it has the list of choices, which may be empty.
    private(set) var hasChoices = false
    private(set) var model: JSONText?
    private(set) var usage: JSONText?
    private(set) var finishReason: JSONText?
    private(set) var delta: JSONText?

    /// Reads a chunk, or an answer that is the whole response body; `nil` if it is not a JSON object.
    init?(_ data: UnsafeBufferPointer<UInt8>) {
        var reader = JSONReader(data)
        guard reader.isAtObject else { return nil }
        // A request asks for one choice only.
        var isFound = false
        reader.members { name, value in
            if name.isString("choices") {
                hasChoices = true
                value.elements { if !isFound { isFound = read(choice: &$0) } }
            } else if name.isString("model") {
                model = value.text()
            } else if name.isString("usage") {
                usage = value.text()
            } else if name.isString("error") {
                error = value.text()
            } else if name.isString("base_resp") {
                outcome = value.text()
            }
        }
        guard reader.isWhole else { return nil }
    }

    /// Reads a choice; returns whether it is the requested one.
    private mutating func read(choice: inout JSONReader) -> Bool {
        var (index, reason, delta, message): (JSONText?, JSONText?, JSONText?, JSONText?)
        choice.members { name, value in
            if name.isString("delta") {
                delta = value.text()
            } else if name.isString("finish_reason") {
                reason = value.text()
            } else if name.isString("index") {
                index = value.text()
            } else if name.isString("message") {
                message = value.text()
            }
        }
        guard (index?.integer ?? 0) == 0 else { return false }
        finishReason = reason
        // A whole answer has `message` in place of `delta`.
        self.delta = delta ?? message
        return true
    }
}
