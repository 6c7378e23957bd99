package import LanguageModels

extension OpenAIChatDialect: ParameterTable {
    /// Returns the treatment of a parameter at OpenAI, or at a compatible server.
    package func treatment(
        of parameter: GenerationParameter,
        in parameters: GenerationParameters
    ) -> ParameterTreatment {
        switch parameter {
        case .maximumOutputTokens, .temperature, .topP, .seed, .presencePenalty, .frequencyPenalty,
            .parallelToolCalls, .reasoningEffort:
            .mapped
        case .topK: allowsTopK ? .mapped : .ignored
        case .stop: .stop(parameters.stop, maximumCount: maximumStopSequences)
        case .toolChoice:
            switch parameters.toolChoice {
            case .allowed, .required, .disallowed: .mapped
            case .named, .among: namesToolChoices ? .mapped : .emulated
            }
        }
    }
}

extension OpenAIResponsesDialect: ParameterTable {
    /// Returns the treatment of a parameter in the Responses interface.
    package func treatment(
        of parameter: GenerationParameter,
        in parameters: GenerationParameters
    ) -> ParameterTreatment {
        switch parameter {
        case .maximumOutputTokens, .temperature, .topP, .toolChoice, .parallelToolCalls, .reasoningEffort: .mapped
        case .topK, .seed, .presencePenalty, .frequencyPenalty: .ignored
        case .stop:
            .refused(
                "The Responses interface has no stop sequences. Leave them out, or use the model through chat completions."
            )
        }
    }
}
