package import LanguageModels

extension AnthropicDialect: ParameterTable {
    /// The highest temperature of the interface; OpenAI's highest is 2.
    static let highestTemperature = 1.0

    /// Returns the treatment of a parameter in the Messages interface.
    package func treatment(
        of parameter: GenerationParameter,
        in parameters: GenerationParameters
    ) -> ParameterTreatment {
        switch parameter {
        case .maximumOutputTokens, .parallelToolCalls: return .mapped
        case .seed, .presencePenalty, .frequencyPenalty: return .ignored
        case .temperature:
            guard canSample(parameters) else { return .ignored }
            return parameters.temperature ?? 0 > Self.highestTemperature ? .emulated : .mapped
        case .topP:
            return canSample(parameters) && (sampling == .all || parameters.temperature == nil) ? .mapped : .ignored
        case .topK: return canSample(parameters) ? .mapped : .ignored
        case .stop:
            // The interface refuses a sequence of white space only.
            guard parameters.stop.allSatisfy({ $0.contains { !$0.isWhitespace } }) else {
                return .refused(
                    "The Messages interface refuses a stop sequence of white space only. Leave it out, or use another model."
                )
            }
            return .mapped
        case .toolChoice:
            guard forcesCalls || !parameters.toolChoice.isRequired else {
                return .refused("The model cannot be made to call a tool. Let it decide, or use another model.")
            }
            if case .among = parameters.toolChoice { return .emulated }
            return .mapped
        case .reasoningEffort:
            guard let level = parameters.reasoningLevel, !level.isNone else { return .mapped }
            guard let thought = thought(for: parameters) else { return .ignored }
            switch thought {
            case .effort("xhigh"): return .mapped
            // The answer's token limit leaves room for only a part of the requested thoughts.
            case .budget(let budget) where budget != Self.budget(level): return .emulated
            case .effort, .budget: break
            }
            return level.isOpenAIWord ? .emulated : .mapped
        }
    }

    /// Whether sampling parameters may be sent: a model that thinks accepts only the default sampling.
    private func canSample(_ parameters: GenerationParameters) -> Bool {
        sampling != .none && thought(for: parameters) == nil
    }
}

// MARK: Thinking

extension AnthropicDialect {
    /// The setting for how long a model thinks, as a request carries it.
    enum Thought: Equatable {
        case effort(String)
        case budget(Int)
    }

    /// The smallest budget that the interface accepts.
    private static let smallestBudget = 1024

    /// Returns the setting for thinking; `nil` if the request has none.
    func thought(for parameters: GenerationParameters) -> Thought? {
        // The interface refuses a forced call together with thinking.
        guard let level = parameters.reasoningLevel, !level.isNone, !parameters.toolChoice.isRequired else {
            return nil
        }
        switch thinking {
        case .none: return nil
        case .effort: return .effort(effort(level))
        case .budget: return Self.budget(level, within: parameters.maximumOutputTokens).map(Thought.budget)
        }
    }

    /// Returns the number of tokens that the model may think; `nil` if the request has no budget.
    ///
    /// - Parameter limit: The limit of output tokens, which includes the thoughts. Half of it is kept for the answer.
    private static func budget(_ level: ContextOptions.ReasoningLevel, within limit: Int?) -> Int? {
        guard let budget = budget(level), let limit else { return budget(level) }
        return limit / 2 < smallestBudget ? nil : min(budget, limit / 2)
    }

    private func effort(_ level: ContextOptions.ReasoningLevel) -> String {
        switch level {
        case .light, .custom("minimal"): "low"
        case .moderate: "medium"
        case .deep: "high"
        case .custom("xhigh") where !knowsExtraEffort: "high"
        case .custom(let word): word
        }
    }

    private static func budget(_ level: ContextOptions.ReasoningLevel) -> Int? {
        switch level.nearest {
        case .light: smallestBudget
        case .moderate: 4096
        case .deep: 16_384
        // A custom level is a budget only if it is a number.
        case .custom(let word): Int(word).map { max($0, smallestBudget) }
        }
    }
}
