extension LanguageModelSession {
    /// Throws if the model lacks a capability that the request needs; called before anything is sent.
    func checkAbilities(
        _ parameters: TurnParameters,
        _ tools: [any Tool],
        _ settings: RoundSettings?
    ) throws {
        let abilities = (settings?.model ?? model).capabilities()
        if parameters.format != nil, !abilities.contains(.guidedGeneration) {
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: .guidedGeneration,
                    debugDescription: "The model cannot answer with a schema. Request text, or use another model."
                )
            )
        }
        if !tools.isEmpty, !abilities.contains(.toolCalling) {
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: .toolCalling,
                    debugDescription: "The model cannot call tools. Use a session without tools, or another model."
                )
            )
        }
        if tools.isEmpty, parameters.options.toolCallingMode?.kind == .required { throw TurnError.noToolToRequire }
    }

    /// Throws if the tool that must be called is not offered; called before anything is sent.
    static func checkChoice(_ choice: GenerationOptions.ToolChoice, _ tools: [any Tool]) throws {
        guard choice.isRequired, let names = choice.names, !tools.contains(where: { names.contains($0.name) }) else {
            return
        }
        let list = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
        throw LanguageModelError.unsupportedCapability(
            .init(
                capability: .toolCalling,
                debugDescription:
                    "The tool that must be called is not offered: \(list). Offer it, or let the model decide.",
                metadata: ["parameter": GenerationParameter.toolChoice.rawValue]
            )
        )
    }

    /// Throws if the conversation has images and the model reads none; called before anything is sent.
    func checkVision(_ entries: some Sequence<Transcript.Entry>, _ settings: RoundSettings?) throws {
        guard entries.haveImages, !(settings?.model ?? model).capabilities().contains(.vision) else { return }
        throw LanguageModelError.unsupportedCapability(
            .init(
                capability: .vision,
                debugDescription:
                    "The conversation has images, and the model sees none. Leave them out, or use another model."
            )
        )
    }
}
