import StreamingJSON

/// The stored form of options; it has only options that are set, so that a turn resumed elsewhere continues with the
/// same ones.
extension GenerationOptions {
    var jsonValue: JSONValue {
        var object = JSONObject()
        switch samplingMode?.kind {
        case nil: break
        case .greedy: object["sampling"] = ["mode": "greedy"]
        case .randomTopK(let count, let seed):
            object["sampling"] = Self.sampling(["mode": "top_k", "k": .integer(count)], seed: seed)
        case .randomProbabilityThreshold(let threshold, let seed):
            object["sampling"] = Self.sampling(["mode": "top_p", "p": .number(threshold)], seed: seed)
        }
        if let temperature { object["temperature"] = .number(temperature) }
        if let maximumResponseTokens { object["maximum_response_tokens"] = .integer(maximumResponseTokens) }
        switch toolCallingMode?.kind {
        case nil: break
        case .allowed: object["tools"] = "allowed"
        case .required: object["tools"] = "required"
        case .disallowed: object["tools"] = "disallowed"
        }
        if details != Details() { object["details"] = details.jsonValue }
        return .object(object)
    }

    private static func sampling(_ mode: JSONObject, seed: UInt64?) -> JSONValue {
        var mode = mode
        // Written as text, because a seed may exceed the integers of JSON readers.
        if let seed { mode["seed"] = .string(String(seed)) }
        return .object(mode)
    }

    /// Reads the stored form; unknown values are left unset.
    init(jsonValue: JSONValue) {
        self.init(
            samplingMode: Self.samplingMode(jsonValue["sampling"]),
            temperature: jsonValue["temperature"]?.doubleValue,
            maximumResponseTokens: jsonValue["maximum_response_tokens"]?.intValue,
            toolCallingMode: Self.toolCallingMode(jsonValue["tools"])
        )
        if let stored = jsonValue["details"] { details = Details(jsonValue: stored) }
    }

    private static func samplingMode(_ stored: JSONValue?) -> SamplingMode? {
        let seed = stored?["seed"]?.stringValue.flatMap { UInt64($0) }
        switch stored?["mode"]?.stringValue {
        case "greedy": return .greedy
        case "top_k": return stored?["k"]?.intValue.map { .random(top: $0, seed: seed) }
        case "top_p": return stored?["p"]?.doubleValue.map { .random(probabilityThreshold: $0, seed: seed) }
        default: return nil
        }
    }

    private static func toolCallingMode(_ stored: JSONValue?) -> ToolCallingMode? {
        switch stored?.stringValue {
        case "allowed": .allowed
        case "required": .required
        case "disallowed": .disallowed
        default: nil
        }
    }
}

extension GenerationOptions.Details {
    var jsonValue: JSONValue {
        var object = JSONObject()
        if let topP { object["top_p"] = .number(topP) }
        if let topK { object["top_k"] = .integer(topK) }
        if let seed { object["seed"] = .integer(seed) }
        if !stop.isEmpty { object["stop"] = .array(stop.map(JSONValue.string)) }
        if let presencePenalty { object["presence_penalty"] = .number(presencePenalty) }
        if let frequencyPenalty { object["frequency_penalty"] = .number(frequencyPenalty) }
        switch tools {
        case nil: break
        case .one(let name): object["tool"] = .string(name)
        case .among(let names): object["tools"] = .array(names.map(JSONValue.string))
        }
        if let allowsParallelCalls { object["parallel_calls"] = .bool(allowsParallelCalls) }
        if wantsJSONObject { object["json_object"] = true }
        return .object(object)
    }

    /// Reads the stored form; unknown values are left unset.
    init(jsonValue: JSONValue) {
        topP = jsonValue["top_p"]?.doubleValue
        topK = jsonValue["top_k"]?.intValue
        seed = jsonValue["seed"]?.intValue
        stop = (jsonValue["stop"]?.arrayValue ?? []).compactMap(\.stringValue)
        presencePenalty = jsonValue["presence_penalty"]?.doubleValue
        frequencyPenalty = jsonValue["frequency_penalty"]?.doubleValue
        tools =
            if let name = jsonValue["tool"]?.stringValue {
                .one(name)
            } else {
                (jsonValue["tools"]?.arrayValue).map { .among($0.compactMap(\.stringValue)) }
            }
        allowsParallelCalls = jsonValue["parallel_calls"]?.boolValue
        wantsJSONObject = jsonValue["json_object"]?.boolValue ?? false
    }
}

extension ContextOptions {
    var jsonValue: JSONValue {
        var object = JSONObject()
        if let includeSchemaInPrompt { object["schema_in_prompt"] = .bool(includeSchemaInPrompt) }
        switch reasoningLevel {
        case nil: break
        case .light: object["reasoning"] = "light"
        case .moderate: object["reasoning"] = "moderate"
        case .deep: object["reasoning"] = "deep"
        case .custom(let word): object["reasoning"] = ["custom": .string(word)]
        }
        return .object(object)
    }

    /// Reads the stored form; unknown values are left unset.
    init(jsonValue: JSONValue) {
        let stored = jsonValue["reasoning"]
        let level: ReasoningLevel? =
            switch stored?.stringValue {
            case "light": .light
            case "moderate": .moderate
            case "deep": .deep
            default: stored?["custom"]?.stringValue.map(ReasoningLevel.custom)
            }
        self.init(includeSchemaInPrompt: jsonValue["schema_in_prompt"]?.boolValue, reasoningLevel: level)
    }
}
