extension LanguageModelSession {
    /// The calls that the session waits for; empty when it does not.
    ///
    /// They are told from the transcript and the tools alone, so another process that was given both knows them too. A call
    /// whose tool it was not given waits for an output: a tool that nobody knew was never called.
    public var pendingCalls: [PendingToolCall] {
        transcript.unansweredCalls.map { PendingToolCall(call: $0, need: need(of: $0)) }
    }

    private func need(of call: Transcript.ToolCall) -> PendingToolCall.Need {
        // A profile may read the session's properties to choose its tools.
        let tools = SessionPropertyValues.$current.withValue(properties) { source?.upcoming.tools } ?? tools
        guard tools.contains(where: { $0.name == call.toolName }) else { return .output }
        let runner = ToolRunner(tools: tools, configuration: configuration, metadata: [:])
        return runner.execution(of: call) == .external ? .output : .approval
    }

    /// Goes on with a suspended turn, and tells each step to `onEvent` as it happens.
    ///
    /// Approved calls are run; outputs, failures and rejections are told to the model as they are. While calls are left that
    /// nothing was said of, the turn stays suspended with them. Saying again what was said before changes nothing, so a resumption
    /// whose answer was lost can be repeated.
    ///
    /// The turn goes on as it began: with the options and the schema of its prompt.
    ///
    /// - Parameters:
    ///   - resolutions: What became of the pending calls.
    ///   - metadata: What is said beside it, in place of what was said beside the prompt under the same names.
    /// - Throws: ``TurnError/notSuspended``, ``TurnError/unknownCall(id:)``, ``TurnError/resolutionDoesNotFit(id:)``; else as a turn does.
    @discardableResult
    public func turn(
        resuming resolutions: [ToolResolution],
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> Turn {
        try await takeTurn(makeTurnID(), resuming: resolutions, metadata: metadata.mapValues(\.generatedContent)) {
            if case .event(let event) = $0 { try await onEvent(event) }
        }
    }

    /// Begins a request of its own with the outputs of the calls that the transcript ends with.
    ///
    /// It differs from ``turn(resuming:metadata:onEvent:)`` in one thing: a call that the prompt's options require is required of what
    /// follows the outputs, and the calls before them do not count.
    @discardableResult
    package func turn(
        beginningWith resolutions: [ToolResolution],
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> Turn {
        let metadata = metadata.mapValues(\.generatedContent)
        return try await takeTurn(makeTurnID(), resuming: resolutions, metadata: metadata, keepsToolChoice: true) {
            if case .event(let event) = $0 { try await onEvent(event) }
        }
    }

    func takeTurn(
        _ id: SessionStateMachine.TurnID,
        resuming resolutions: [ToolResolution],
        metadata: [String: GeneratedContent],
        keepsToolChoice: Bool = false,
        onStep: (TurnStep) async throws -> Void
    ) async throws -> Turn {
        let prompt = transcript.lastPrompt
        let parameters = TurnParameters(
            format: prompt?.responseFormat,
            options: prompt?.options ?? GenerationOptions(),
            contextOptions: prompt?.contextOptions ?? ContextOptions(),
            metadata: (prompt?.metadata ?? [:]).merging(metadata) { $1 },
            keepsToolChoice: keepsToolChoice
        )
        return try await perform(id, parameters, onStep: onStep) { before in
            try TurnStateMachine(
                resuming: resolutions,
                of: before,
                maximumRounds: configuration.maximumToolRounds,
                need: need(of:),
                word: configuration.wordToolFault
            )
        }
    }
}

// MARK: - Whole answers

extension LanguageModelSession {
    /// Goes on with a suspended turn and gives its answer.
    ///
    /// - Throws: ``Suspension`` while calls are left to wait for; else as ``turn(resuming:metadata:onEvent:)``.
    @discardableResult
    public func resume(_ resolutions: [ToolResolution]) async throws -> Response<String> {
        try Response(await turn(resuming: resolutions) { _ in }, schema: nil)
    }

    /// Goes on with a suspended turn and gives its answer as a value of the type that was asked for.
    ///
    /// - Throws: ``Suspension`` while calls are left to wait for; ``GeneratedContent/ParsingError`` when the answer does not fit the
    ///   type; else as ``turn(resuming:metadata:onEvent:)``.
    @discardableResult
    public func resume<Content: Generable>(
        _ resolutions: [ToolResolution],
        generating type: Content.Type
    ) async throws -> Response<Content> {
        try Response(await turn(resuming: resolutions) { _ in }, schema: Content.generationSchema)
    }

    /// Goes on with a suspended turn that waits for outputs only, and gives its answer.
    @discardableResult
    public func resume(outputs: [Transcript.ToolOutput]) async throws -> Response<String> {
        try await resume(outputs.map(ToolResolution.output))
    }

    /// Goes on with a suspended turn, as a stream.
    public func streamResponse(resuming resolutions: [ToolResolution]) -> sending ResponseStream<String> {
        let id = makeTurnID()
        @Sendable func perform(onStep: (TurnStep) async throws -> Void) async throws -> Turn {
            try await takeTurn(id, resuming: resolutions, metadata: [:], onStep: onStep)
        }
        return ResponseStream(schema: nil, perform: perform) { [self] in fail(id) }
    }
}
