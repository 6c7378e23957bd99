extension LanguageModelSession {
    /// Starts a conversation.
    public convenience init(
        model: some LanguageModel,
        tools: [any Tool] = [],
        instructions: Instructions? = nil
    ) {
        self.init(model: model, tools: tools, instructions: instructions, configuration: Configuration())
    }

    /// Starts a conversation.
    @_disfavoredOverload
    public convenience init(
        model: some LanguageModel,
        tools: [any Tool] = [],
        instructions: String? = nil
    ) {
        self.init(model: model, tools: tools, instructions: instructions.map { Instructions($0) })
    }

    /// Starts a conversation.
    public convenience init<Failure: Swift.Error>(
        model: some LanguageModel,
        tools: [any Tool] = [],
        @InstructionsBuilder instructions: () throws(Failure) -> Instructions
    ) throws(Failure) {
        self.init(model: model, tools: tools, instructions: try instructions())
    }

    /// Continues a conversation.
    public convenience init(
        model: some LanguageModel,
        tools: [any Tool] = [],
        transcript: Transcript
    ) {
        self.init(model: model, tools: tools, transcript: transcript, configuration: Configuration())
    }

    /// Starts a conversation with custom limits and policies.
    public convenience init(
        model: some LanguageModel,
        tools: [any Tool] = [],
        instructions: Instructions? = nil,
        configuration: Configuration
    ) {
        let entry = Self.instructionsEntry(instructions, tools: tools)
        self.init(
            model: model,
            tools: tools,
            transcript: Transcript(entries: entry.map { [$0] } ?? []),
            configuration: configuration
        )
    }
}

// MARK: - The system's model

extension LanguageModelSession {
    /// Starts a conversation with the system's model.
    public convenience init(
        model: SystemLanguageModel = .default,
        tools: [any Tool] = [],
        instructions: Instructions? = nil
    ) {
        self.init(model: model, tools: tools, instructions: instructions, configuration: Configuration())
    }

    /// Starts a conversation with the system's model.
    @_disfavoredOverload
    public convenience init(
        model: SystemLanguageModel = .default,
        tools: [any Tool] = [],
        instructions: String? = nil
    ) {
        self.init(model: model, tools: tools, instructions: instructions.map { Instructions($0) })
    }

    /// Starts a conversation with the system's model.
    public convenience init(
        model: SystemLanguageModel = .default,
        tools: [any Tool] = [],
        @InstructionsBuilder instructions: () throws -> Instructions
    ) rethrows {
        self.init(model: model, tools: tools, instructions: try instructions())
    }

    /// Continues a conversation with the system's model.
    public convenience init(
        model: SystemLanguageModel = .default,
        tools: [any Tool] = [],
        transcript: Transcript
    ) {
        self.init(model: model, tools: tools, transcript: transcript, configuration: Configuration())
    }
}

// MARK: - Dynamic instructions and profiles

extension LanguageModelSession {
    /// Starts a conversation whose instructions and tools are evaluated again before each round (27.0).
    ///
    /// - Parameter history: The earlier entries of the conversation.
    public convenience init(
        model: some LanguageModel = SystemLanguageModel.default,
        dynamicInstructions: sending some DynamicInstructions,
        history: some Collection<Transcript.Entry> = []
    ) {
        let source = DynamicSource(AnyDynamicInstructions(erasing: dynamicInstructions))
        self.init(model: ErasedLanguageModel(model), transcript: Transcript(entries: history), source: source)
    }

    /// Starts a conversation whose model, options, instructions and tools are evaluated again before each round
    /// (27.0).
    ///
    /// The model is the system's, unless the profile names another.
    ///
    /// - Parameter history: The earlier entries of the conversation.
    public convenience init(
        profile: sending some DynamicProfile,
        history: some Collection<Transcript.Entry> = []
    ) {
        let source = DynamicSource(AnyDynamicProfile(erasing: profile))
        let model = ErasedLanguageModel(SystemLanguageModel.default)
        self.init(model: model, transcript: Transcript(entries: history), source: source)
    }
}

// MARK: - Before a conversation

extension LanguageModelSession {
    /// Prepares the model for a turn that may follow.
    ///
    /// - Parameter promptPrefix: The start of the next prompt; some models can process it early.
    public func prewarm(promptPrefix: Prompt? = nil) {
        var expected = transcript
        if let promptPrefix {
            expected.append(.prompt(.init(segments: promptPrefix.content.segments)))
        }
        // A profile may read the session's properties to choose its model.
        let settings = SessionPropertyValues.$current.withValue(properties) { source?.upcoming }
        (settings?.model ?? model).prewarm(settings?.shown(expected) ?? expected)
    }

    /// Returns the first entry of a transcript, with the instructions and the tools; `nil` if there are neither.
    public static func instructionsEntry(_ instructions: Instructions?, tools: [any Tool]) -> Transcript.Entry? {
        instructionsEntry(instructions, definitions: tools.map { definition(of: $0) })
    }

    /// Returns the first entry of a transcript, with the instructions and the definitions of tools; `nil` if there are
    /// neither.
    package static func instructionsEntry(
        _ instructions: Instructions?,
        definitions: [Transcript.ToolDefinition]
    ) -> Transcript.Entry? {
        guard instructions != nil || !definitions.isEmpty else { return nil }
        return .instructions(
            .init(segments: instructions?.content.segments ?? [], toolDefinitions: definitions)
        )
    }

    static func definition(of tool: some Tool) -> Transcript.ToolDefinition { Transcript.ToolDefinition(tool: tool) }
}

extension LanguageModelSession {
    /// Makes a session with the same model and an empty conversation, for a side question.
    ///
    /// It has no tools, and its conversation does not change this session.
    ///
    /// - Parameters:
    ///   - instructions: The instructions for the model.
    ///   - keepingInstructions: Whether this session's instructions precede them.
    public func makeSeparateSession(
        instructions: Instructions? = nil,
        keepingInstructions: Bool = false
    ) -> LanguageModelSession {
        var parts: [Instructions] = []
        if keepingInstructions, case .instructions(let own) = transcript.first {
            parts.append(Instructions(content: PromptContent(own.segments)))
        }
        parts.removeAll(where: \.content.isEmpty)
        if let instructions { parts.append(instructions) }
        let whole = parts.isEmpty ? nil : Instructions { for part in parts { part } }
        let entry = Self.instructionsEntry(whole, tools: [])
        return LanguageModelSession(
            model: model,
            transcript: Transcript(entries: entry.map { [$0] } ?? []),
            configuration: configuration
        )
    }
}
