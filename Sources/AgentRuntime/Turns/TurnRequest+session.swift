import AgentWire
import LanguageModels

extension TurnRequest {
    /// Returns the request in a session's terms.
    ///
    /// The time for it grows linearly with the bytes of the request.
    ///
    /// - Parameters:
    ///   - schema: The schema that the answer must fit; `nil` for text.
    ///   - imageLimits: The limits of the images of one message, or of one output.
    ///   - pointer: Returns the place of an item of the input in the client's body, or of the input itself for `nil`, as a JSON
    ///     pointer.
    /// - Throws: ``Problem`` with the places of all invalid items: outputs without a call, calls without an output, images that cannot
    ///   be attached, and an input that ends with neither a message of the user nor outputs.
    func sessionInput(
        schema: GenerationSchema? = nil,
        imageLimits: ImageLimits = ImageLimits(),
        pointer: (Int?) -> String = { $0.map { "#/input/\($0)" } ?? "#/input" }
    ) throws(Problem) -> TurnInput {
        var reader = InputReader(dialect, imageLimits: imageLimits)
        for (index, item) in input.enumerated() { reader.read(item, at: pointer(index)) }
        let format = schema.map { Transcript.ResponseFormat(schema: $0) }
        let beginning = reader.finish(at: pointer(nil), generationOptions, contextOptions, format)
        if toolChoice == .allowed([], isRequired: true) {
            reader.reject("#/tool_choice", "requires a call but allows no tool; name the tools that may be called")
        }
        guard reader.faults.isEmpty, let beginning else {
            throw Problem(.invalidRequest, detail: reader.faults.description, faults: reader.faults)
        }
        return TurnInput(
            options: generationOptions,
            contextOptions: contextOptions,
            instructions: instructions,
            history: reader.entries,
            beginning: beginning,
            ignored: reader.hasImageDetail ? ["image_detail"] : []
        )
    }

    /// The options for generation.
    var generationOptions: GenerationOptions {
        var options = GenerationOptions(
            temperature: sampling.temperature,
            maximumResponseTokens: sampling.maximumOutputTokens
        )
        options.details.cacheMarks = cacheMarks.map(GenerationOptions.CacheMark.init)
        options.details.topP = sampling.topP
        options.details.topK = sampling.topK
        options.details.seed = sampling.seed
        options.details.stop = sampling.stop
        options.details.presencePenalty = sampling.presencePenalty
        options.details.frequencyPenalty = sampling.frequencyPenalty
        options.details.allowsParallelCalls = parallelToolCalls
        switch toolChoice {
        case .auto: break
        case .none: options.toolChoice = .disallowed
        case .required: options.toolChoice = .required
        case .named(let name): options.toolChoice = .named(name)
        case .allowed(let names, let isRequired): options.toolChoice = .among(names, isRequired: isRequired)
        }
        return options
    }

    /// The options for reasoning.
    var contextOptions: ContextOptions {
        let level: ContextOptions.ReasoningLevel? =
            switch reasoningEffort {
            case nil: nil
            case .low: .light
            case .medium: .moderate
            case .high: .deep
            case .none?, .minimal, .xhigh: reasoningEffort.map { .custom($0.rawValue) }
            }
        return ContextOptions(reasoningLevel: level)
    }
}
