package import LanguageModels
import StreamingJSON

extension OllamaDialect: ParameterTable {
    /// Returns the treatment of a parameter in Ollama's native interface.
    package func treatment(
        of parameter: GenerationParameter,
        in parameters: GenerationParameters
    ) -> ParameterTreatment {
        switch parameter {
        case .maximumOutputTokens, .temperature, .topP, .topK, .seed, .presencePenalty, .frequencyPenalty, .stop:
            return .mapped
        case .toolChoice:
            guard !parameters.toolChoice.isRequired else {
                return .refused(
                    "Ollama cannot require the model to call a tool. Let it decide, or use another model."
                )
            }
            return .emulated
        case .parallelToolCalls: return parameters.allowsParallelCalls == false ? .ignored : .mapped
        case .reasoningEffort:
            guard let level = parameters.reasoningLevel else { return .mapped }
            switch thinking {
            case .none: return level.isNone ? .mapped : .ignored
            case .flag: return level.isNone ? .mapped : .emulated
            case .level: return level.isNone || level.isOpenAIWord ? .emulated : .mapped
            }
        }
    }

    /// Returns the value of `think`; `nil` for a model that refuses it.
    func think(_ level: ContextOptions.ReasoningLevel) -> JSONValue? {
        switch thinking {
        case .none: nil
        case .flag: .bool(!level.isNone)
        case .level:
            switch level.nearest {
            // A model that accepts words always thinks.
            case .light, .custom("none"): "low"
            case .moderate: "medium"
            case .deep: "high"
            case .custom(let word): .string(word)
            }
        }
    }
}
