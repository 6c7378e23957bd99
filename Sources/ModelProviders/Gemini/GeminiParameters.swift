package import LanguageModels

extension GeminiDialect: ParameterTable {
    /// The largest number of stop sequences of the interface.
    private static let maximumStopSequences = 5

    /// Says what becomes of a parameter in Gemini's interface.
    package func treatment(
        of parameter: GenerationParameter,
        in parameters: GenerationParameters
    ) -> ParameterTreatment {
        switch parameter {
        case .maximumOutputTokens, .temperature, .topP, .topK, .seed: return .mapped
        // The interface has words for them, but most models refuse a request with one.
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
    /// Returns the number of tokens that a model which is told one may think; `nil` for a word that is no number.
    func budget(for level: ContextOptions.ReasoningLevel) -> Int? {
        guard case .budget(let largest) = thinking else { return nil }
        return switch level.nearest {
        case .light: 1024
        case .moderate: 8192
        case .deep: largest
        case .custom("none"): smallestBudget
        // Of words only a number is a budget.
        case .custom(let word): Int(word).map { min($0, largest) }
        }
    }

    /// Returns the word for how long a model which is told one thinks.
    func word(for level: ContextOptions.ReasoningLevel) -> String {
        switch level {
        case .light: "low"
        case .moderate: thinking == .level(knowsMedium: false) ? "high" : "medium"
        case .deep, .custom("xhigh"): "high"
        // There is no word for "not at all".
        case .custom("none"), .custom("minimal"): knowsMinimal ? "minimal" : "low"
        case .custom(let word): word
        }
    }
}
