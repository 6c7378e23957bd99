package import LanguageModels
import ModelTable
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
            return .emulated
        case .parallelToolCalls: return parameters.allowsParallelCalls == false ? .ignored : .mapped
        case .reasoningEffort:
            guard let level = parameters.reasoningLevel else { return .mapped }
            guard let think = think(level) else { return level.isNone ? .mapped : .ignored }
            return think == .string(level.word) || level.isNone && think == false ? .mapped : .emulated
        }
    }

    /// Returns the value of `think`; `nil` for a model that refuses it.
    func think(_ level: ContextOptions.ReasoningLevel) -> JSONValue? {
        switch thinking {
        case nil: return nil
        case .flag: return .bool(!level.isNone)
        case .level:
            // The interface has four words, and refuses all others.
            let word = ["minimal": "low", "xhigh": "max"][level.word] ?? level.word
            guard let effort = facts.effort(nearestTo: word) else { return nil }
            return effort == "none" ? false : .string(effort)
        }
    }
}
