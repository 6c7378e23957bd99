import StreamingJSON

/// The body of a Messages request: its faults, and its contents for a script.
struct MessagesRequest {
    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    private var messages: [JSONValue] { json["messages"]?.arrayValue ?? [] }

    /// Returns the blocks of a message; plain text is one block.
    private static func blocks(_ message: JSONValue) -> [JSONValue] {
        if let text = message["content"]?.stringValue { return [["type": "text", "text": .string(text)]] }
        return message["content"]?.arrayValue ?? []
    }

    // MARK: - Rules

    /// The reason why the upstream would refuse the request; `nil` for none.
    func fault(version: String) -> String? {
        guard json["model"]?.stringValue != nil else { return "model: Field required" }
        guard let limit = json["max_tokens"]?.intValue, limit > 0 else { return "max_tokens: Field required" }
        guard !messages.isEmpty else { return "messages: at least one message is required" }
        if version >= "2026-10-21" {
            for name in ["temperature", "top_p", "top_k"] where json[name] != nil {
                return "\(name): not supported by this version"
            }
        }
        if let budget = json["thinking"]?["budget_tokens"]?.intValue, budget < 1024 || budget >= limit {
            return "thinking.budget_tokens: must be at least 1024 and less than max_tokens"
        }
        if json["thinking"]?["type"] == "enabled", ["any", "tool"].contains(json["tool_choice"]?["type"]) {
            return "Thinking may not be enabled when tool_choice forces tool use."
        }
        return faultOfToolNames ?? faultOfCacheMarks ?? faultOfMessages
    }

    private var faultOfCacheMarks: String? {
        let blocks =
            (json["tools"]?.arrayValue ?? []) + (json["system"]?.arrayValue ?? [])
            + messages.flatMap { $0["content"]?.arrayValue ?? [] }
        guard blocks.allSatisfy({ $0["cache_control"] == nil || $0["type"] != "thinking" }) else {
            return "thinking blocks cannot have cache_control"
        }
        let marks = (blocks + [json]).compactMap { $0["cache_control"] }
        guard marks.allSatisfy({ $0["type"] == "ephemeral" }) else {
            return "cache_control.type: Input should be 'ephemeral'"
        }
        guard marks.count <= 4 else {
            return "A maximum of 4 blocks with cache_control may be provided. Found \(marks.count)."
        }
        let areLong = marks.map { $0["ttl"] == "1h" }
        guard areLong == areLong.sorted(by: { $0 && !$1 }) else {
            return "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block"
        }
        return nil
    }

    private var faultOfToolNames: String? {
        var names = (json["tools"]?.arrayValue ?? []).enumerated().map {
            (path: "tools.\($0).custom.name", name: $1["name"])
        }
        for (index, message) in messages.enumerated() {
            for (number, block) in Self.blocks(message).enumerated() where block["type"] == "tool_use" {
                names.append(("messages.\(index).content.\(number).tool_use.name", block["name"]))
            }
        }
        return ToolNameFault.first(in: names, punctuation: "_-").map {
            "\($0): String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"
        }
    }

    private var faultOfMessages: String? {
        guard messages.first?["role"] == "user" else { return "messages: first message must use the \"user\" role" }
        for (index, message) in messages.enumerated() {
            let blocks = Self.blocks(message)
            guard !blocks.isEmpty else { return "messages.\(index): content must not be empty" }
            for block in blocks where block["type"] == "text" {
                guard block["text"]?.stringValue?.contains(where: { !$0.isWhitespace }) == true else {
                    return "messages.\(index): text content blocks must contain non-whitespace text"
                }
            }
            if let fault = Self.faultOfImages(in: blocks, of: message) { return "messages.\(index).content.\(fault)" }
            let calls = blocks.filter { $0["type"] == "tool_use" }
            guard !calls.isEmpty else { continue }
            guard calls.allSatisfy({ $0["input"]?.objectValue != nil }) else {
                return "messages.\(index): tool_use.input: Input should be an object"
            }
            let next = index + 1 < messages.count ? Self.blocks(messages[index + 1]) : []
            let results = next.prefix { $0["type"] == "tool_result" }.map { $0["tool_use_id"] }
            guard results.count == calls.count, calls.allSatisfy({ results.contains($0["id"]) }) else {
                return "messages.\(index): `tool_use` ids were found without `tool_result` blocks immediately after"
            }
        }
        return nil
    }

    private static func faultOfImages(in blocks: [JSONValue], of message: JSONValue) -> String? {
        for (number, block) in blocks.enumerated() {
            if block["type"] == "tool_result", let inner = block["content"]?.arrayValue {
                guard inner.allSatisfy({ ["text", "image"].contains($0["type"]?.stringValue) }) else {
                    return "\(number).tool_result.content: Input tag is not text or image"
                }
                if let fault = faultOfImages(in: inner, of: message) { return "\(number).tool_result.content.\(fault)" }
            }
            guard block["type"] == "image" else { continue }
            guard message["role"] == "user" else {
                return "\(number): image blocks are not allowed in assistant messages"
            }
            let source = block["source"]
            let fault =
                switch source?["type"]?.stringValue {
                case "base64": ImageFault.of(base64: source?["data"], type: source?["media_type"]?.stringValue)
                case "url": ImageFault.of(url: source?["url"])
                case let type: "Input tag '\(type ?? "")' found using 'type' does not match any of the expected tags"
                }
            if let fault { return "\(number).image.source: \(fault)" }
        }
        return nil
    }

    // MARK: - For scripts

    /// The same conversation as a chat completions request.
    var chatRequest: ChatRequest {
        var body: JSONObject = ["model": json["model"] ?? .null, "stream": json["stream"] ?? false]
        var chat: [JSONValue] = []
        let blocks = json["system"]?.arrayValue?.compactMap { $0["text"]?.stringValue }.joined(separator: "\n")
        if let system = json["system"]?.stringValue ?? blocks {
            chat.append(["role": "system", "content": .string(system)])
        }
        for message in messages { chat += Self.chatMessages(message) }
        body["messages"] = .array(chat)
        body["tools"] = .array(
            (json["tools"]?.arrayValue ?? []).map { ["type": "function", "function": ["name": $0["name"] ?? .null]] }
        )
        return ChatRequest(.object(body))
    }

    private static func chatMessages(_ message: JSONValue) -> [JSONValue] {
        var result: [JSONValue] = []
        var text: [String] = []
        var calls: [JSONValue] = []
        for block in blocks(message) {
            switch block["type"]?.stringValue {
            case "text": text.append(block["text"]?.stringValue ?? "")
            case "tool_result":
                result.append([
                    "role": "tool", "tool_call_id": block["tool_use_id"] ?? .null, "content": block["content"] ?? "",
                ])
            case "tool_use":
                calls.append([
                    "id": block["id"] ?? .null, "type": "function",
                    "function": [
                        "name": block["name"] ?? .null, "arguments": .string((block["input"] ?? [:]).serialized()),
                    ],
                ])
            default: break
            }
        }
        guard !text.isEmpty || !calls.isEmpty else { return result }
        var rest: JSONObject = [
            "role": message["role"] ?? .null, "content": .string(text.joined(separator: "\n")),
        ]
        if !calls.isEmpty { rest["tool_calls"] = .array(calls) }
        return result + [.object(rest)]
    }
}
