import StreamingJSON

/// The behavior of a server and its model toward the schema of an answer.
public enum SchemaBehavior: Sendable, CaseIterable {
    /// Follows the schema.
    case obeys
    /// Refuses strict schemas with keywords outside the subset.
    case refusesKeywords
    /// Refuses all schemas, as older models do.
    case refusesSchemas
    /// Refuses schemas and tools, as a server without a template for tools does.
    case refusesCalls
    /// Ignores the schema: the answer is prose.
    case ignoresForProse
    /// Ignores the schema: the answer is JSON of another shape.
    case ignoresForOtherJSON
    /// Writes a preamble and puts the answer into a code fence.
    case fences
    /// Violates a guide of the schema until a repair request points it out.
    case violatesGuide
    /// Always violates a guide of the schema.
    case insists
}

extension OpenAIStandIn {
    /// A script that answers a request for structured output with a value, in the requested way.
    ///
    /// A required call is always made correctly, even by a script that ignores `response_format`, because the server implements
    /// `response_format` but the model makes the calls.
    ///
    /// - Parameters:
    ///   - answer: The value.
    ///   - violation: A value that violates a guide.
    public static func script(answer: String, violation: String, _ conduct: SchemaBehavior) -> Script {
        { request in
            if let refusal = refusal(of: request, conduct) { return .failure(refusal) }
            let isBeingRepaired = request.lastUserText.contains("does not satisfy")
            switch conduct {
            case .obeys, .refusesKeywords, .refusesSchemas, .refusesCalls: return reply(answer, to: request)
            case .ignoresForProse where !request.mustCall: return .text("The one you mean is Ada, aged 36.")
            case .ignoresForOtherJSON where !request.mustCall: return .text(#"{"person":"Ada"}"#)
            case .ignoresForProse, .ignoresForOtherJSON: return reply(answer, to: request)
            case .fences: return .text("Sure! Here is the {JSON} you want:\n\n```json\n\(answer)\n```\nAnything else?")
            case .violatesGuide: return reply(isBeingRepaired ? answer : violation, to: request)
            case .insists: return reply(violation, to: request)
            }
        }
    }

    static func reply(_ answer: String, to request: ChatRequest) -> ScriptedReply {
        guard request.mustCall, let tool = request.toolNames.last else { return .text(answer) }
        return .toolCalls([ScriptedToolCall(tool, arguments: answer)])
    }

    private static func refusal(of request: ChatRequest, _ conduct: SchemaBehavior) -> StandInReply? {
        if conduct == .refusesCalls, !request.toolNames.isEmpty { return refused("tools param requires --jinja flag") }
        guard let format = request.json["response_format"], format["type"] == "json_schema" else { return nil }
        switch conduct {
        case .refusesSchemas, .refusesCalls: return unsupportedResponseFormat
        case .refusesKeywords:
            let name = format["json_schema"]?["name"]?.stringValue ?? ""
            guard let fault = keywordFault(in: format["json_schema"]?["schema"] ?? [:], []) else { return nil }
            return invalidSchema(name, context: fault.context, keyword: fault.keyword)
        default: return nil
        }
    }

    private static let refusedKeywords: Set<String> = [
        "minLength", "maxLength", "uniqueItems", "minProperties", "maxProperties", "default", "not",
    ]

    private static func keywordFault(
        in schema: JSONValue,
        _ context: [String]
    ) -> (context: [String], keyword: String)? {
        for (keyword, value) in schema.objectValue ?? [:] {
            if refusedKeywords.contains(keyword) { return (context, keyword) }
            guard keyword == "properties" else { continue }
            for (name, member) in value.objectValue ?? [:] {
                if let fault = keywordFault(in: member, context + [keyword, name]) { return fault }
            }
        }
        return nil
    }
}

extension ChatRequest {
    /// Whether the answer must be a call.
    var mustCall: Bool { json["tool_choice"] == "required" }
}
