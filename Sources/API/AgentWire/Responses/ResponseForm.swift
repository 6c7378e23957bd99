import StreamingJSON

/// The parts of a response resource that do not depend on the run's events, from the request of the run.
public struct ResponseForm: Sendable {
    /// Whether the response shows the model's reasoning as a summary.
    public let showsReasoning: Bool
    /// Whether reasoning items have the provider's seal, so that a client can send them back.
    public let showsSeals: Bool
    /// Whether calls of the server's tools, and requests for decisions in this server's form, are shown as items.
    public let showsOwnItems: Bool
    /// Whether the run continues without readers.
    public let isBackground: Bool
    /// Whether requests for a person's decision are items of MCP, because the request declares this server's tools as those of an
    /// MCP server; other clients refuse such items.
    let asksByMCP: Bool
    /// Whether a value is sent only when it is complete; see ``ChatCompletionOptions/holdsValue``.
    let holdsValue: Bool
    /// The model's name in the request; `nil` for the name of the called model.
    let model: String?
    /// The members that the request determines, without the opening brace, up to the closing one.
    let tail: [UInt8]

    /// Makes the form of the answers to a request.
    ///
    /// - Parameters:
    ///   - run: The id of the request's run.
    ///   - waits: The number of waits of the run before the answer; the response then follows the one before the last wait.
    ///   - showsAll: Whether everything is shown, whatever the request asked for.
    public init(_ request: TurnRequest, of run: String = "", after waits: Int = 0, showsAll: Bool = false) {
        let echo = request.echo
        showsReasoning = showsAll || !(echo["reasoning"]?["summary"] ?? .null).isNull
        showsSeals = showsAll || echo["seals"]?.boolValue ?? false
        showsOwnItems = showsAll || echo["own_items"]?.boolValue ?? true
        isBackground = echo["background"]?.boolValue ?? false
        asksByMCP = echo["tools"]?.arrayValue?.contains { $0["type"] == "mcp" } ?? false
        // A value that is not streamed may start again.
        let isWhole = request.responseFormat != nil && request.stream != true
        holdsValue = isWhole || ChatCompletionRequest.holdsValue(request)
        model = request.model
        var bytes: [UInt8] = []
        var members = Self.members(of: request)
        if waits > 0 {
            members["previous_response_id"] = .string(ResponseID(run: run, after: waits - 1).description)
        }
        JSONValue.object(members).write(into: &bytes)
        tail = Array(bytes.dropFirst())
    }

    /// The names of the members of a request's ``TurnRequest/echo`` that a response repeats, with the values of a request without
    /// them.
    private static let repeated: [(name: String, absent: JSONValue)] = [
        ("background", false), ("instructions", .null), ("previous_response_id", .null), ("prompt_cache_key", .null),
        ("reasoning", ["effort": .null, "summary": .null]), ("safety_identifier", .null), ("service_tier", "default"),
        ("text", ["format": ["type": "text"]]), ("tool_choice", "auto"), ("tools", []), ("truncation", "disabled"),
    ]

    private static func members(of request: TurnRequest) -> JSONObject {
        var members = JSONObject()
        for (name, absent) in repeated { members[name] = request.echo[name] ?? absent }
        if let user = request.echo["user"] { members["user"] = user }
        let sampling = request.sampling
        members["temperature"] = .number(sampling.temperature ?? 1)
        members["top_p"] = .number(sampling.topP ?? 1)
        members["presence_penalty"] = .number(sampling.presencePenalty ?? 0)
        members["frequency_penalty"] = .number(sampling.frequencyPenalty ?? 0)
        members["top_logprobs"] = 0
        members["max_output_tokens"] = sampling.maximumOutputTokens.map(JSONValue.integer) ?? .null
        members["max_tool_calls"] = request.maximumToolCalls.map(JSONValue.integer) ?? .null
        members["parallel_tool_calls"] = .bool(request.parallelToolCalls ?? true)
        members["store"] = .bool(request.isStored)
        members["metadata"] = request.metadata.fieldValue
        return members
    }

    /// Returns the tokens of a response.
    static func usage(_ usage: WireUsage) -> JSONValue {
        var object: JSONObject = [
            "input_tokens": .integer(usage.inputTokens),
            "input_tokens_details": [
                "cached_tokens": .integer(usage.cachedInputTokens),
                "cache_write_tokens": .integer(usage.cacheWriteTokens),
            ],
            "output_tokens": .integer(usage.outputTokens),
            "output_tokens_details": ["reasoning_tokens": .integer(usage.reasoningTokens)],
            "total_tokens": .integer(usage.inputTokens + usage.outputTokens),
        ]
        if let torii = usage.extensionMember { object["torii"] = torii }
        return .object(object)
    }

    /// Returns the error of a failed response; the code is one of those that OpenAI's form defines.
    static func error(_ problem: Problem) -> JSONValue {
        let document = OpenAIErrorDocument(problem)
        let code =
            switch document.status {
            case 429: "rate_limit_exceeded"
            case 400..<500 where problem.kind != .runCancelled: "invalid_prompt"
            default: "server_error"
            }
        return ["code": .string(code), "message": .string(document.message)]
    }
}

/// The status of a response.
public enum ResponseStatus: String, Sendable, CaseIterable {
    case queued
    case inProgress = "in_progress"
    case completed, incomplete, failed, cancelled
}
