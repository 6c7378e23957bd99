package import LanguageModels

extension OpenAIChatDialect: ParameterTable {
    /// Returns the treatment of a parameter at OpenAI, or at a compatible server.
    package func treatment(
        of parameter: GenerationParameter,
        in parameters: GenerationParameters
    ) -> ParameterTreatment {
        switch parameter {
        case .maximumOutputTokens, .seed, .parallelToolCalls: .mapped
        case .temperature, .topP, .presencePenalty, .frequencyPenalty: rules.treatmentOfSampling(in: parameters)
        case .reasoningEffort: rules.treatment(of: parameters.reasoningLevel)
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
        case .maximumOutputTokens, .toolChoice, .parallelToolCalls: .mapped
        case .temperature, .topP: rules.treatmentOfSampling(in: parameters)
        case .reasoningEffort: rules.treatment(of: parameters.reasoningLevel)
        case .topK, .seed, .presencePenalty, .frequencyPenalty: .ignored
        case .stop:
            .refused(
                "The Responses interface has no stop sequences. Leave them out, or use the model through chat completions."
            )
        }
    }
}
