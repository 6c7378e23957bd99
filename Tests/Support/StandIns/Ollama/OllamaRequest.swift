import StreamingJSON

/// The body of a request to Ollama's chat interface: its faults, and its contents for a script.
struct OllamaRequest {
    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    var model: String { json["model"]?.stringValue ?? "" }

    private var messages: [JSONValue] { json["messages"]?.arrayValue ?? [] }

    // MARK: - Rules

    /// Returns the error with which the upstream would refuse the request; `nil` for none.
    func fault(abilities: Set<OllamaStandIn.Ability>) -> StandInReply? {
        guard !model.isEmpty else { return OllamaStandIn.error(400, "model is required") }
        guard !model.hasPrefix("stand-in-unknown") else {
            return OllamaStandIn.error(404, "model '\(model)' not found")
        }
        if json["tools"]?.arrayValue?.isEmpty == false, !abilities.contains(.tools) {
            return OllamaStandIn.error(400, "registry.ollama.ai/library/\(model) does not support tools")
        }
        if let think = json["think"], think != false, !abilities.contains(.thinking) {
            return OllamaStandIn.error(400, "\"\(model)\" does not support thinking")
        }
        if let word = json["think"]?.stringValue, !["low", "medium", "high", "max"].contains(word) {
            return OllamaStandIn.error(
                400,
                "invalid think value: \"\(word)\" (must be \"high\", \"medium\", \"low\", \"max\", true, or false)"
            )
        }
        for message in messages {
            for image in message["images"]?.arrayValue ?? [] {
                // A data URL is not base64 either.
                let types = ["image/png", "image/jpeg", "image/gif", "image/webp"]
                guard types.contains(where: { ImageFault.of(base64: image, type: $0) == nil }) else {
                    return OllamaStandIn.error(400, "illegal base64 data at input byte 4")
                }
            }
            for call in message["tool_calls"]?.arrayValue ?? [] where call["function"]?["arguments"]?.objectValue == nil
            {
                return OllamaStandIn.error(400, "json: cannot unmarshal string into Go struct field of type api.Args")
            }
        }
        return nil
    }

    // MARK: - For scripts

    /// The same conversation as a chat completions request.
    var chatRequest: ChatRequest {
        var body: JSONObject = ["model": .string(model), "stream": json["stream"] ?? true]
        body["messages"] = .array(messages.map(Self.chatMessage))
        if let tools = json["tools"] { body["tools"] = tools }
        return ChatRequest(.object(body))
    }

    private static func chatMessage(_ message: JSONValue) -> JSONValue {
        var result = message.objectValue ?? [:]
        if let calls = message["tool_calls"]?.arrayValue {
            result["tool_calls"] = .array(
                calls.map { call in
                    [
                        "id": call["id"] ?? .null, "type": "function",
                        "function": [
                            "name": call["function"]?["name"] ?? .null,
                            "arguments": .string((call["function"]?["arguments"] ?? [:]).serialized()),
                        ],
                    ]
                }
            )
        }
        return .object(result)
    }
}
