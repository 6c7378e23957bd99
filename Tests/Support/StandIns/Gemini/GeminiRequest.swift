import StreamingJSON

/// The body of a request to Gemini's interface: its faults, and its contents for a script.
struct GeminiRequest {
    private let json: JSONValue
    private let model: String

    init(_ json: JSONValue, model: String) {
        self.json = json
        self.model = model
    }

    /// Whether the model is Gemini 3 or a later one.
    private var isOfGeneration3: Bool {
        guard model.hasPrefix("gemini-") else { return false }
        return (Int(model.dropFirst("gemini-".count).prefix { $0.isNumber }) ?? 3) >= 3
    }

    private var contents: [JSONValue] { json["contents"]?.arrayValue ?? [] }

    private static func parts(_ content: JSONValue, _ member: String) -> [JSONValue] {
        (content["parts"]?.arrayValue ?? []).filter { $0[member] != nil }
    }

    // MARK: - Rules

    /// The reason why the upstream would refuse the request; `nil` for none.
    var fault: String? {
        guard !contents.isEmpty else { return "* GenerateContentRequest.contents: contents is not specified" }
        let generation = json["generationConfig"]
        if generation?["responseJsonSchema"] != nil, generation?["responseMimeType"] != "application/json" {
            return "responseJsonSchema needs responseMimeType application/json"
        }
        if generation?["responseJsonSchema"] != nil, json["tools"] != nil, !isOfGeneration3 {
            return "Function calling with a response mime type: 'application/json' is unsupported"
        }
        let calling = json["toolConfig"]?["functionCallingConfig"]
        if calling?["allowedFunctionNames"] != nil, !["ANY", "VALIDATED"].contains(calling?["mode"]) {
            return "allowed_function_names should only be set when the mode is ANY or VALIDATED"
        }
        if let fault = faultOfToolNames { return fault }
        for (index, content) in contents.enumerated() {
            let role = content["role"]?.stringValue ?? ""
            guard ["user", "model"].contains(role) else { return "Please use a valid role: user, model." }
            guard let parts = content["parts"]?.arrayValue, !parts.isEmpty else {
                return "* GenerateContentRequest.contents[\(index)].parts: contents.parts must not be empty."
            }
            if parts.contains(where: { $0["text"] == "" && $0["thoughtSignature"] == nil }) {
                return "Unable to submit request because it has an empty text parameter."
            }
            for part in Self.parts(content, "inlineData") {
                let data = part["inlineData"]
                let fault = ImageFault.of(
                    base64: data?["data"],
                    type: data?["mimeType"]?.stringValue,
                    types: ["image/png", "image/jpeg", "image/webp"]
                )
                if let fault { return "Unable to process input image: \(fault)" }
            }
            let calls = Self.parts(content, "functionCall")
            guard !calls.isEmpty else { continue }
            let next = index + 1 < contents.count ? Self.parts(contents[index + 1], "functionResponse") : []
            guard next.count == calls.count else {
                return
                    "Please ensure that the number of function response parts is equal to the number of function call parts."
            }
            guard zip(calls, next).allSatisfy({ $0["functionCall"]?["name"] == $1["functionResponse"]?["name"] }),
                next.allSatisfy({ $0["functionResponse"]?["response"]?.objectValue != nil })
            else {
                return "Please ensure that function responses match their function calls."
            }
        }
        guard contents.first?["role"] == "user" else { return "Please ensure that the first turn is of the user." }
        return faultOfSignatures
    }

    private var faultOfToolNames: String? {
        let tools = (json["tools"]?.arrayValue ?? []).flatMap { $0["functionDeclarations"]?.arrayValue ?? [] }
        var names = tools.enumerated().map { (path: "tools[0].function_declarations[\($0)].name", name: $1["name"]) }
        for (index, content) in contents.enumerated() {
            for member in ["functionCall", "functionResponse"] {
                names += Self.parts(content, member).map { ("contents[\(index)].parts.name", $0[member]?["name"]) }
            }
        }
        return ToolNameFault.first(in: names, punctuation: "_.-", beginsWithLetter: true).map {
            """
            * GenerateContentRequest.\($0): Invalid function name. Must start with a letter or an underscore. Must be alphameric \
            (a-z, A-Z, 0-9), underscores (_), dots (.) or dashes (-), with a maximum length of 64.
            """
        }
    }

    /// In the current turn, the first call of each step must have its thought's signature.
    private var faultOfSignatures: String? {
        guard isOfGeneration3 else { return nil }
        let start = contents.lastIndex { $0["role"] == "user" && !Self.parts($0, "text").isEmpty } ?? 0
        for content in contents[start...] {
            guard let first = Self.parts(content, "functionCall").first else { continue }
            guard first["thoughtSignature"]?.stringValue?.isEmpty == false else {
                return "Function call is missing a thought_signature in functionCall parts."
            }
        }
        return nil
    }

    // MARK: - For scripts

    /// The same conversation as a chat completions request.
    var chatRequest: ChatRequest {
        var chat: [JSONValue] = []
        let system = (json["systemInstruction"]?["parts"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
        if !system.isEmpty { chat.append(["role": "system", "content": .string(system.joined(separator: "\n"))]) }
        var callCount = 0
        // Calls and responses may lack an id: they are matched by their order.
        var open: [JSONValue] = []
        for content in contents {
            let text = Self.parts(content, "text").compactMap { $0["text"]?.stringValue }.joined()
            let calls = Self.parts(content, "functionCall").map { part -> JSONValue in
                callCount += 1
                return [
                    "id": .string("call_\(callCount)"), "type": "function",
                    "function": [
                        "name": part["functionCall"]?["name"] ?? .null,
                        "arguments": .string((part["functionCall"]?["args"] ?? [:]).serialized()),
                    ],
                ]
            }
            for (call, part) in zip(open, Self.parts(content, "functionResponse")) {
                let response = part["functionResponse"]?["response"] ?? [:]
                chat.append([
                    "role": "tool", "tool_call_id": call["id"] ?? .null,
                    "content": response["output"] ?? .string(response.serialized()),
                ])
            }
            open = calls
            guard !text.isEmpty || !calls.isEmpty else { continue }
            var message: JSONObject = [
                "role": content["role"] == "model" ? "assistant" : "user", "content": .string(text),
            ]
            if !calls.isEmpty { message["tool_calls"] = .array(calls) }
            chat.append(.object(message))
        }
        let tools = (json["tools"]?.arrayValue ?? []).flatMap { $0["functionDeclarations"]?.arrayValue ?? [] }
        return ChatRequest([
            "model": .string(model), "messages": .array(chat),
            "tools": .array(tools.map { ["type": "function", "function": ["name": $0["name"] ?? .null]] }),
        ])
    }
}
