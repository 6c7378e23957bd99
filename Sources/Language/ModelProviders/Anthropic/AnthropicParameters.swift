package import LanguageModels
import ModelTable

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
            // A call that the interface cannot require is asked for in words.
            if parameters.toolChoice.isRequired, !forcesCalls { return .emulated }
            if case .among = parameters.toolChoice { return .emulated }
            return .mapped
        case .reasoningEffort:
            guard let level = parameters.reasoningLevel else { return .mapped }
            switch thought(for: parameters) {
            case nil: return level.isNone ? .mapped : .ignored
            case .disabled: return .mapped
            case .betweenTools: return .emulated
            case .adaptive(nil): return .ignored
            case .adaptive(let effort?): return effort == level.word ? .mapped : .emulated
            // The answer's token limit may leave room for only a part of the requested thoughts.
            case .budget(let budget, _): return budget == Self.exactBudget(level) ? .mapped : .emulated
            }
        }
    }

    /// Whether sampling parameters may be sent: a model that thinks accepts only the default sampling.
    private func canSample(_ parameters: GenerationParameters) -> Bool {
        guard sampling != .none else { return false }
        let thought = thought(for: parameters)
        return thought == nil || thought == .disabled
    }
}

// MARK: Thinking

extension AnthropicDialect {
    /// The setting for how a model thinks, as a request carries it.
    enum Thought: Equatable {
        /// Not at all.
        case disabled
        /// As little as a model does that cannot do without.
        case betweenTools
        /// As much as the model chooses, with an effort; `nil` for the model's own.
        case adaptive(effort: String?)
        /// A number of tokens, with an effort for models that also know efforts.
        case budget(Int, effort: String?)
    }

    /// The smallest budget that the interface accepts.
    private static let smallestBudget = 1024

    private func accepts(_ type: String) -> Bool { facts.thinking?.contains(type) == true }

    /// Returns the setting for thinking; `nil` if the request has none.
    func thought(for parameters: GenerationParameters) -> Thought? {
        let level = parameters.reasoningLevel
        guard accepts("adaptive") else {
            // The interface refuses a forced call together with a budget.
            guard accepts("enabled"), let level, !level.isNone, !parameters.toolChoice.isRequired else { return nil }
            let effort = facts.effort(nearestTo: level.word)
            return Self.budget(level, within: parameters.maximumOutputTokens).map { .budget($0, effort: effort) }
        }
        if level?.isNone == true {
            if facts.thinksByDefault != true { return nil }
            if accepts("disabled") { return .disabled }
            return accepts("between_tools") ? .betweenTools : .adaptive(effort: facts.effort(nearestTo: "low"))
        }
        if let effort = level.flatMap({ facts.effort(nearestTo: $0.word) }) { return .adaptive(effort: effort) }
        // Without this setting, such a model hides its thoughts, and with them what it writes between calls.
        return facts.thinksByDefault == true ? .adaptive(effort: nil) : nil
    }

    /// Returns the number of tokens that the model may think; `nil` if the request has no budget.
    ///
    /// - Parameter limit: The limit of output tokens, which includes the thoughts. Half of it is kept for the answer.
    private static func budget(_ level: ContextOptions.ReasoningLevel, within limit: Int?) -> Int? {
        guard let budget = budget(level), let limit else { return budget(level) }
        return limit / 2 < smallestBudget ? nil : min(budget, limit / 2)
    }

    private static func budget(_ level: ContextOptions.ReasoningLevel) -> Int? {
        switch level.word {
        case "minimal": smallestBudget
        case "xhigh", "max": exactBudget(.deep)
        default: exactBudget(level)
        }
    }

    /// Returns the budget of a level; `nil` for a level without one.
    private static func exactBudget(_ level: ContextOptions.ReasoningLevel) -> Int? {
        switch level {
        case .light: smallestBudget
        case .moderate: 4096
        case .deep: 16_384
        // A custom level is a budget only if it is a number.
        case .custom(let word): Int(word).map { max($0, smallestBudget) }
        }
    }
}
