import StreamingJSON

/// The body of a Responses request: its faults, and its contents for a script.
struct ResponsesRequest {
    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    private var items: [JSONValue] {
        if let text = json["input"]?.stringValue { return [["role": "user", "content": .string(text)]] }
        return json["input"]?.arrayValue ?? []
    }

    private static func type(_ item: JSONValue) -> String { item["type"]?.stringValue ?? "message" }

    /// The reason why the upstream would refuse the request; `nil` for none.
    var fault: String? {
        guard !items.isEmpty else { return "Missing required parameter: 'input'." }
        let calls = items.filter { Self.type($0) == "function_call" }.map { $0["call_id"] }
        let outputs = items.filter { Self.type($0) == "function_call_output" }.map { $0["call_id"] }
        if calls.contains(where: { !outputs.contains($0) }) { return "No tool output found for a function call." }
        if outputs.contains(where: { !calls.contains($0) }) { return "No tool call found for a function call output." }
        for (index, item) in items.enumerated() where Self.type(item) == "reasoning" {
            guard item["encrypted_content"]?.stringValue != nil || json["store"] == true else {
                return "A reasoning item was not found. Items are not persisted when `store` is set to false."
            }
            let next = index + 1 < items.count ? Self.type(items[index + 1]) : "function_call_output"
            guard next != "function_call_output", items.indices.contains(index + 1), items[index + 1]["role"] != "user"
            else {
                return "A reasoning item was provided without its required following item."
            }
        }
        return faultOfParts
    }

    private var faultOfParts: String? {
        for (index, item) in items.enumerated() {
            let isOutput = Self.type(item) == "function_call_output"
            let parts = item[isOutput ? "output" : "content"]?.arrayValue ?? []
            for (number, part) in parts.enumerated() {
                let path = "input[\(index)].\(isOutput ? "output" : "content")[\(number)]"
                let isRead = isOutput || item["role"] != "assistant"
                switch part["type"]?.stringValue {
                case "input_text" where isRead, "output_text" where !isRead:
                    guard part["text"]?.stringValue != nil else { return "Missing required parameter: '\(path).text'." }
                case "input_image" where isRead:
                    guard ["auto", "low", "high"].contains(part["detail"]?.stringValue) else {
                        return "Missing required parameter: '\(path).detail'."
                    }
                    if let fault = ImageFault.of(url: part["image_url"]) {
                        return "Invalid '\(path).image_url': \(fault)."
                    }
                case let type: return "Invalid value: '\(type ?? "")' at '\(path).type'."
                }
            }
        }
        return nil
    }

    /// The path of the first tool name, offered or of an earlier call, that the upstream refuses.
    var refusedToolName: String? {
        let tools = (json["tools"]?.arrayValue ?? []).enumerated().map { (path: "tools[\($0)].name", name: $1["name"]) }
        let calls = items.enumerated().filter { Self.type($1) == "function_call" }
        return ToolNameFault.first(
            in: tools + calls.map { (path: "input[\($0)].name", name: $1["name"]) },
            punctuation: "_-"
        )
    }

    /// The same conversation as a chat completions request.
    var chatRequest: ChatRequest {
        var chat: [JSONObject] = []
        if let text = json["instructions"]?.stringValue { chat.append(["role": "system", "content": .string(text)]) }
        for item in items {
            switch Self.type(item) {
            case "message": chat.append(["role": item["role"] ?? .null, "content": item["content"] ?? .null])
            case "function_call_output":
                chat.append([
                    "role": "tool", "tool_call_id": item["call_id"] ?? .null, "content": item["output"] ?? "",
                ])
            case "function_call":
                let call: JSONValue = [
                    "id": item["call_id"] ?? .null, "type": "function",
                    "function": ["name": item["name"] ?? .null, "arguments": item["arguments"] ?? .null],
                ]
                if chat.last?["role"] != "assistant" { chat.append(["role": "assistant", "content": nil]) }
                let known = chat[chat.count - 1]["tool_calls"]?.arrayValue ?? []
                chat[chat.count - 1]["tool_calls"] = .array(known + [call])
            default: break
            }
        }
        return ChatRequest([
            "model": json["model"] ?? .null, "stream": json["stream"] ?? false,
            "messages": .array(chat.map(JSONValue.object)),
            "tools": .array(
                (json["tools"]?.arrayValue ?? []).map {
                    ["type": "function", "function": ["name": $0["name"] ?? .null]]
                }
            ),
        ])
    }
}
