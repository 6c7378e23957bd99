extension LanguageModelSession {
    /// The calls that the session waits for; empty if it is not suspended.
    ///
    /// They are derived only from the transcript and the tools, so another process with both derives the same calls. A
    /// call of a tool that the session does not have waits for an output, because an unknown tool was never run here.
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

    /// Continues a suspended turn and passes each event to `onEvent` as it happens.
    ///
    /// Approved calls are run; outputs, failures and rejections become the model's input as they are. The turn stays
    /// suspended while calls without a resolution are left. Repeating a resolution has no effect, so a client whose
    /// response was lost can resume again.
    ///
    /// The turn continues with the options and the schema of its prompt.
    ///
    /// - Parameters:
    ///   - resolutions: The resolutions of the pending calls.
    ///   - metadata: The metadata of the resumption; its values replace those of the prompt with the same names.
    /// - Throws: ``TurnError/notSuspended``, ``TurnError/unknownCall(id:)``, ``TurnError/resolutionDoesNotFit(id:)``;
    ///   otherwise as for a turn.
    @discardableResult
    public func turn(
        resuming resolutions: [ToolResolution],
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> Turn {
        try await runTurn(makeTurnID(), resuming: resolutions, metadata: metadata.mapValues(\.generatedContent)) {
            if case .event(let event) = $0 { try await onEvent(event) }
        }
    }

    /// Starts a separate request with the outputs of the calls at the end of the transcript.
    ///
    /// It differs from ``turn(resuming:metadata:onEvent:)`` in one point: a call that the options require must follow
    /// the outputs, and the calls before them do not count.
    @discardableResult
    package func turn(
        beginningWith resolutions: [ToolResolution],
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> Turn {
        let metadata = metadata.mapValues(\.generatedContent)
        return try await runTurn(makeTurnID(), resuming: resolutions, metadata: metadata, keepsToolChoice: true) {
            if case .event(let event) = $0 { try await onEvent(event) }
        }
    }

    func runTurn(
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
                faultText: configuration.toolFaultText
            )
        }
    }
}

// MARK: - Complete answers

extension LanguageModelSession {
    /// Continues a suspended turn and returns its answer.
    ///
    /// - Throws: ``Suspension`` if calls are still pending; otherwise as ``turn(resuming:metadata:onEvent:)``.
    @discardableResult
    public func resume(_ resolutions: [ToolResolution]) async throws -> Response<String> {
        try Response(await turn(resuming: resolutions) { _ in }, schema: nil)
    }

    /// Continues a suspended turn and returns its answer as a value of the requested type.
    ///
    /// - Throws: ``Suspension`` if calls are still pending; ``GeneratedContent/ParsingError`` if the answer does not
    ///   fit the type; otherwise as ``turn(resuming:metadata:onEvent:)``.
    @discardableResult
    public func resume<Content: Generable>(
        _ resolutions: [ToolResolution],
        generating type: Content.Type
    ) async throws -> Response<Content> {
        try Response(await turn(resuming: resolutions) { _ in }, schema: Content.generationSchema)
    }

    /// Continues a suspended turn that waits for outputs only, and returns its answer.
    @discardableResult
    public func resume(outputs: [Transcript.ToolOutput]) async throws -> Response<String> {
        try await resume(outputs.map(ToolResolution.output))
    }

    /// Continues a suspended turn as a stream.
    public func streamResponse(resuming resolutions: [ToolResolution]) -> sending ResponseStream<String> {
        let id = makeTurnID()
        @Sendable func perform(onStep: (TurnStep) async throws -> Void) async throws -> Turn {
            try await runTurn(id, resuming: resolutions, metadata: [:], onStep: onStep)
        }
        return ResponseStream(schema: nil, perform: perform) { [self] in fail(id) }
    }
}
