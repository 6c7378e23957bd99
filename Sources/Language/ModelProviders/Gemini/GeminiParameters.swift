package import LanguageModels
import ModelTable

extension GeminiDialect: ParameterTable {
    /// The largest number of stop sequences of the interface.
    private static let maximumStopSequences = 5

    /// Returns the treatment of a parameter in Gemini's interface.
    package func treatment(
        of parameter: GenerationParameter,
        in parameters: GenerationParameters
    ) -> ParameterTreatment {
        switch parameter {
        case .maximumOutputTokens, .seed, .toolChoice: return .mapped
        case .temperature, .topP, .topK: return facts.sampling == ModelFacts.Sampling.none ? .ignored : .mapped
        // The interface has these parameters, but most models refuse a request with one.
        case .presencePenalty, .frequencyPenalty: return .ignored
        case .stop: return .stop(parameters.stop, maximumCount: Self.maximumStopSequences)
        case .parallelToolCalls: return parameters.allowsParallelCalls == false ? .ignored : .mapped
        case .reasoningEffort:
            guard let level = parameters.reasoningLevel else { return .mapped }
            switch thinking {
            case nil: return level.isNone ? .mapped : .ignored
            case .budget:
                guard budget(for: level) != nil else { return .ignored }
                let isExact = ["none", "low", "medium", "high"].contains(level.word) || Int(level.word) != nil
                return isExact && !(level.isNone && budgets.lowerBound > 0) ? .mapped : .emulated
            case .level:
                guard let word = facts.effort(nearestTo: level.word) else { return .ignored }
                return word == level.word ? .mapped : .emulated
            }
        }
    }
}

// MARK: Thinking

extension GeminiDialect {
    /// Returns the budget for a level; `nil` for a word that is not a number.
    func budget(for level: ContextOptions.ReasoningLevel) -> Int? {
        switch level.word {
        case "none": budgets.lowerBound
        case "minimal", "low": 1024
        case "medium": 8192
        case "high", "xhigh", "max": budgets.upperBound
        // A custom level is a budget only if it is a number.
        case let word: Int(word).map { min(max($0, budgets.lowerBound), budgets.upperBound) }
        }
    }
}
