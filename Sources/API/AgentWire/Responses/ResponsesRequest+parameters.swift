import StreamingJSON

extension ResponsesRequest {
    /// The maximum token limit; no model writes that many tokens.
    private static let mostTokens = Int(Int32.max)
    /// The maximum length of texts that a response only repeats, in bytes.
    private static let longestNote = 512

    static func sampling(_ fields: inout RequestFields) -> Sampling {
        var sampling = Sampling()
        sampling.temperature = fields.decimal("temperature", in: 0...2)
        sampling.topP = fields.decimal("top_p", in: 0...1)
        sampling.presencePenalty = fields.decimal("presence_penalty", in: -2...2)
        sampling.frequencyPenalty = fields.decimal("frequency_penalty", in: -2...2)
        sampling.maximumOutputTokens = fields.integer("max_output_tokens", in: 1...mostTokens)
        return sampling
    }

    static func readText(_ fields: inout RequestFields, into turn: inout TurnRequest, _ ignored: inout IgnoredFields) {
        guard let written = fields.value("text") else { return }
        var format: ResponseFormat?
        var wantsObject = false
        _ = fields.nested("text") { text in
            ignored.insert(text, besides: ["format"], in: "text.")
            switch text.value("format")?["type"] {
            case nil where text.value("format") == nil: return
            case .string("text"): return
            case .string("json_object"): wantsObject = true
            case .string("json_schema"): format = text.nested("format") { schema(&$0, &ignored) } ?? nil
            case nil: text.reject("format/type", "required: text, json_object or json_schema", .missing)
            default:
                text.reject("format/type", "must be text, json_object or json_schema", .invalidValue)
            }
        }
        turn.responseFormat = format
        turn.wantsJSONObject = wantsObject
        var echo = JSONObject()
        echo["format"] = written["format"].flatMap { $0.isNull ? nil : $0 } ?? ["type": "text"]
        if format != nil, var object = echo["format"]?.objectValue {
            object["strict"] = .bool(object["strict"]?.boolValue ?? true)
            echo["format"] = .object(object)
        }
        turn.echo["text"] = .object(echo)
    }

    /// Reads a format with a schema; every answer is validated against it, so `strict` has no effect.
    private static func schema(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> ResponseFormat? {
        ignored.insert(fields, besides: ["type", "name", "description", "schema", "strict"], in: "text.format.")
        let name = fields.requiredText("name")
        _ = fields.bool("strict")
        guard var schema = fields.object("schema")?.objectValue else {
            if fields.value("schema") == nil { fields.reject("schema", "required: a JSON Schema", .missing) }
            return nil
        }
        guard !schema.isEmpty else {
            fields.reject("schema", "an empty schema does not describe the answer; define its members", .invalidValue)
            return nil
        }
        if schema["title"] == nil { schema["title"] = .string(name) }
        if schema["description"] == nil, let description = fields.string("description") {
            schema["description"] = .string(description)
        }
        let format = ResponseFormat(schema: .object(schema), pointer: "\(fields.place)/schema")
        if let fault = format.sizeFault { fields.reject("schema", fault, .invalidValue) }
        return format
    }

    /// The words for the length of a summary, which no provider receives.
    private enum Summary: String, CaseIterable { case auto, concise, detailed }

    static func readReasoning(
        _ fields: inout RequestFields,
        into turn: inout TurnRequest,
        _ ignored: inout IgnoredFields
    ) {
        var (effort, summary): (ReasoningEffort?, Summary?)
        _ = fields.nested("reasoning") { reasoning in
            ignored.insert(reasoning, besides: ["effort", "summary", "generate_summary"], in: "reasoning.")
            effort = reasoning.choice("effort")
            summary = reasoning.choice("summary") ?? reasoning.choice("generate_summary")
        }
        guard effort != nil || summary != nil else { return }
        turn.reasoningEffort = effort
        turn.echo["reasoning"] = ["effort": .text(effort?.rawValue), "summary": .text(summary?.rawValue)]
        if let summary, summary != .auto { ignored.insert("reasoning.summary:\(summary.rawValue)") }
    }

    /// The additions to a response that OpenAI's form names and that no response of this server can have.
    private static let withoutEffect: Set<String> = [
        "web_search_call.action.sources", "web_search_call.results", "code_interpreter_call.outputs",
        "computer_call_output.output.image_url", "file_search_call.results", "message.input_image.image_url",
    ]

    static func readInclude(
        _ fields: inout RequestFields,
        into turn: inout TurnRequest,
        _ ignored: inout IgnoredFields
    ) {
        for (index, name) in (fields.strings("include") ?? []).enumerated() {
            switch name {
            case "reasoning.encrypted_content": turn.echo["seals"] = true
            case "message.output_text.logprobs":
                let detail = "this server does not know the probabilities of tokens"
                fields.reject("include/\(index)", detail, .unsupportedValue)
            case _ where withoutEffect.contains(name): ignored.insert("include.\(name)")
            default: fields.reject("include/\(index)", "'\(name.excerpt())' cannot be included", .invalidValue)
            }
        }
    }

    /// The words for what happens when the input is too long for the model.
    private enum Truncation: String, CaseIterable { case auto, disabled }

    static func rejectUnsupported(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) {
        if let count = fields.integer("top_logprobs"), count != 0 {
            fields.reject("top_logprobs", "this server does not know the probabilities of tokens", .unsupportedField)
        }
        fields.rejectIfPresent("prompt", "this server stores no prompt templates; send instructions and input")
        fields.rejectIfPresent("moderation", "this server has no moderation model")
        if fields.value("context_management") != nil { ignored.insert("context_management") }
        // An input that is too long for the model is refused, whatever its size.
        let truncation: Truncation? = fields.choice("truncation")
        if truncation == .auto { ignored.insert("truncation") }
    }

    /// Reads the fields that a response only repeats.
    static func readRepeated(_ fields: inout RequestFields, into turn: inout TurnRequest) {
        for name in ["user", "safety_identifier", "prompt_cache_key"] {
            guard let text = fields.string(name) else { continue }
            if text.utf8.count > longestNote {
                fields.reject(name, "must have at most \(longestNote) bytes", .invalidValue)
            }
            turn.echo[name] = .string(text)
        }
        if let previous = fields.value("previous_response_id") { turn.echo["previous_response_id"] = previous }
        if let conversation = fields.value("conversation") { turn.echo["conversation"] = conversation }
    }
}

extension RequestFields {
    /// Returns the client's notes on a request or a conversation; empty if there are none.
    mutating func metadata() -> [String: String] {
        guard let object = object("metadata")?.objectValue else { return [:] }
        guard object.count <= MetadataLimits.pairs else {
            reject("metadata", "must have at most \(MetadataLimits.pairs) members", .tooManyElements)
            return [:]
        }
        var metadata: [String: String] = [:]
        for (name, value) in object {
            let key = "metadata/\(Self.pointerToken(name))"
            if name.unicodeScalars.count > MetadataLimits.nameLength {
                reject(key, "its name must have at most \(MetadataLimits.nameLength) characters", .invalidValue)
            }
            guard let text = value.stringValue else {
                reject(key, "must be a string, not \(value.typeName)", .wrongType)
                continue
            }
            if text.unicodeScalars.count > MetadataLimits.valueLength {
                reject(key, "must have at most \(MetadataLimits.valueLength) characters", .invalidValue)
            }
            metadata[name] = text
        }
        return metadata
    }
}

/// The limits of the client's notes on a request or a conversation, which are OpenAI's.
enum MetadataLimits {
    static let pairs = 16
    /// The maximum length of a name, in Unicode scalars.
    static let nameLength = 64
    /// The maximum length of a value, in Unicode scalars.
    static let valueLength = 512
}
