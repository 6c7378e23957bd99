import StreamingJSON

/// A reader of the sampling parameters that refuses unsupported ones that would change the answer.
enum ChatSamplingFields {
    /// The maximum token limit; no model writes that many tokens.
    private static let mostTokens = Int(Int32.max)
    /// The maximum number of stop sequences.
    private static let mostStops = 4

    /// Returns the choice of tokens, and the texts that stop the model.
    static func sampling(_ fields: inout RequestFields) -> Sampling {
        var sampling = Sampling()
        sampling.temperature = fields.decimal("temperature", in: 0...2)
        sampling.topP = fields.decimal("top_p", in: 0...1)
        sampling.presencePenalty = fields.decimal("presence_penalty", in: -2...2)
        sampling.frequencyPenalty = fields.decimal("frequency_penalty", in: -2...2)
        sampling.seed = fields.integer("seed")
        sampling.stop = stops(&fields)
        sampling.maximumOutputTokens = maximumOutputTokens(&fields)
        return sampling
    }

    private static func maximumOutputTokens(_ fields: inout RequestFields) -> Int? {
        let current = fields.integer("max_completion_tokens", in: 1...mostTokens)
        // The field's former name. Compatible clients send either name, or both with the same value.
        let former = fields.integer("max_tokens", in: 1...mostTokens)
        if let current, let former, current != former {
            fields.reject("max_tokens", "contradicts max_completion_tokens; send only one of them", .invalidValue)
        }
        return current ?? former
    }

    /// Returns the texts that stop the model: one text or a list.
    static func stops(_ fields: inout RequestFields) -> [String] {
        let stops: [String]
        switch fields.value("stop") {
        case nil: return []
        case .string(let text): stops = [text]
        case .array(let elements) where elements.count > mostStops:
            let detail = "has \(elements.count) elements, and at most \(mostStops) are accepted; send fewer"
            fields.reject("stop", detail, .tooManyElements)
            return []
        case .array: stops = fields.strings("stop") ?? []
        case let value?:
            fields.reject("stop", "must be a string or an array of strings, not \(value.typeName)", .wrongType)
            return []
        }
        if stops.contains(where: \.isEmpty) {
            fields.reject("stop", "an empty text would stop the model at once", .invalidValue)
        }
        return stops
    }

    /// Refuses unsupported parameters.
    static func rejectUnsupported(_ fields: inout RequestFields) {
        if let count = fields.integer("n", in: 1...Int.max), count > 1 {
            fields.reject("n", "this server returns one answer; send the request several times", .unsupportedValue)
        }
        if fields.bool("logprobs") == true {
            fields.reject("logprobs", "this server does not know the probabilities of tokens", .unsupportedField)
        }
        if let count = fields.integer("top_logprobs"), count != 0 {
            fields.reject("top_logprobs", "this server does not know the probabilities of tokens", .unsupportedField)
        }
        if let bias = fields.object("logit_bias")?.objectValue, !bias.isEmpty {
            fields.reject(
                "logit_bias",
                "this server does not know its models' tokens; use instructions instead",
                .unsupportedField
            )
        }
        if let modalities = fields.strings("modalities"), modalities.contains(where: { $0 != "text" }) {
            fields.reject("modalities", "this server answers in text only", .unsupportedValue)
        }
        fields.rejectIfPresent("audio", "this server answers in text only")
        fields.rejectIfPresent("functions", "is not supported; send them as tools")
        fields.rejectIfPresent("function_call", "is not supported; use tool_choice")
        fields.rejectIfPresent("moderation", "this server has no moderation model")
    }

    /// Returns the amount of reasoning.
    static func reasoningEffort(_ fields: inout RequestFields) -> ReasoningEffort? { fields.choice("reasoning_effort") }
}
