import StreamingJSON

/// Errors that a server sends in a stream, or as a whole body with status 200, without the member `error`.
enum OpenAIFlatError {
    /// Returns the error object that an event is itself; `nil` for any other event.
    static func error(in event: JSONValue) -> JSONValue? {
        let isError = event["type"] == "error" || event["object"] == "error" || event["error_code"]?.isNull == false
        let texts = ["message", "error_msg", "detail"]
        guard isError || texts.contains(where: { event[$0]?.stringValue != nil }) else { return nil }
        return event
    }

    /// Returns the error object for MiniMax's outcome of a request; `nil` for a success.
    static func error(inOutcome outcome: JSONValue) -> JSONValue? {
        guard let status = outcome["status_code"]?.intValue, status != 0 else { return nil }
        var error: JSONObject = ["message": outcome["status_msg"] ?? ""]
        if let word = words[status] { error["code"] = .string(word) }
        return .object(error)
    }

    /// The codes of MiniMax that have a word in OpenAI's interface.
    private static let words = [
        1002: "rate_limit_exceeded", 1004: "invalid_api_key", 1008: "insufficient_quota",
        1039: "context_length_exceeded", 1041: "rate_limit_exceeded", 2049: "invalid_api_key",
    ]
}
