package import LanguageModels

extension GeminiDialect: ParameterTable {
    /// The largest number of stop sequences of the interface.
    private static let maximumStopSequences = 5

    /// Returns the treatment of a parameter in Gemini's interface.
    package func treatment(
        of parameter: GenerationParameter,
        in parameters: GenerationParameters
    ) -> ParameterTreatment {
        switch parameter {
        case .maximumOutputTokens, .temperature, .topP, .topK, .seed: return .mapped
        // The interface has these parameters, but most models refuse a request with one.
        case .presencePenalty, .frequencyPenalty: return .ignored
        case .stop: return .stop(parameters.stop, maximumCount: Self.maximumStopSequences)
        case .toolChoice:
            if case .among(_, isRequired: false) = parameters.toolChoice { return .emulated }
            return .mapped
        case .parallelToolCalls: return parameters.allowsParallelCalls == false ? .ignored : .mapped
        case .reasoningEffort:
            guard let level = parameters.reasoningLevel else { return .mapped }
            switch thinking {
            case .none: return level.isNone ? .mapped : .ignored
            case .budget:
                if budget(for: level) == nil { return .ignored }
                return level.isOpenAIWord || level.isNone && smallestBudget > 0 ? .emulated : .mapped
            case .level(let knowsMedium):
                let isNear = level == .moderate ? !knowsMedium : level.isNone || level.isOpenAIWord
                return isNear && level != .custom(word(for: level)) ? .emulated : .mapped
            }
        }
    }
}

// MARK: Thinking

extension GeminiDialect {
    /// Returns the budget for a level; `nil` for a word that is not a number.
    func budget(for level: ContextOptions.ReasoningLevel) -> Int? {
        guard case .budget(let largest) = thinking else { return nil }
        return switch level.nearest {
        case .light: 1024
        case .moderate: 8192
        case .deep: largest
        case .custom("none"): smallestBudget
        // A custom level is a budget only if it is a number.
        case .custom(let word): Int(word).map { min($0, largest) }
        }
    }

    /// Returns the interface's word for a level.
    func word(for level: ContextOptions.ReasoningLevel) -> String {
        switch level {
        case .light: "low"
        case .moderate: thinking == .level(knowsMedium: false) ? "high" : "medium"
        case .deep, .custom("xhigh"): "high"
        // The interface has no word for "none".
        case .custom("none"), .custom("minimal"): knowsMinimal ? "minimal" : "low"
        case .custom(let word): word
        }
    }
}
