extension LanguageModelSession {
    /// Runs one turn and passes each event to `onEvent` as it happens.
    ///
    /// All other methods that answer (``respond(to:options:contextOptions:metadata:)``, the streams) are built on this
    /// one. The next event waits until `onEvent` returns, so a slow reader slows the model down. If `onEvent` throws
    /// or the task is cancelled, the upstream call and the running tools are cancelled at once.
    ///
    /// - Returns: The turn with its answer or, if calls must wait, with ``Turn/pendingCalls``.
    /// - Throws: The error of the model, ``Error``, ``ToolCallError``, or the error of `onEvent`. The session's
    ///   ``TranscriptErrorHandlingPolicy`` decides about the transcript.
    @discardableResult
    public func turn(
        _ prompt: Prompt,
        schema: GenerationSchema? = nil,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:],
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> Turn {
        let parameters = TurnParameters(
            format: schema.map { Transcript.ResponseFormat(schema: $0) },
            options: options,
            contextOptions: contextOptions,
            metadata: metadata.mapValues(\.generatedContent)
        )
        return try await runTurn(makeTurnID(), prompt, parameters) { step in
            if case .event(let event) = step { try await onEvent(event) }
        }
    }

    func runTurn(
        _ id: SessionStateMachine.TurnID,
        _ prompt: Prompt,
        _ parameters: TurnParameters,
        onStep: (TurnStep) async throws -> Void
    ) async throws -> Turn {
        let segments = try await prompt.content.loadedSegments(configuration.imageLimits)
        return try await perform(id, parameters, onStep: onStep) { before in
            try TurnStateMachine(
                prompt: Transcript.Prompt(
                    metadata: parameters.metadata,
                    segments: segments,
                    options: parameters.options,
                    responseFormat: parameters.format,
                    contextOptions: parameters.contextOptions
                ),
                after: before,
                maximumRounds: configuration.maximumToolRounds
            )
        }
    }

    /// Reserves the session, runs the turn to its end, and frees the session.
    func perform(
        _ id: SessionStateMachine.TurnID,
        _ parameters: TurnParameters,
        onStep: (TurnStep) async throws -> Void,
        beginning: (Transcript) throws -> TurnStateMachine
    ) async throws -> Turn {
        let before = try begin(id)
        return try await withTaskCancellationHandler {
            do {
                var machine = try beginning(before)
                try await SessionPropertyValues.$current.withValue(properties) {
                    try await drive(&machine, id, parameters, onStep: onStep)
                }
                try check(id)
                end(id)
                return machine.turn
            } catch {
                // If the turn was ended from outside, that error is more precise than the cancellation it caused.
                let reason = Swift.Result { try check(id) }
                fail(id)
                if case .failure(let mutation as Error) = reason { throw mutation }
                throw error
            }
        } onCancel: {
            // Frees the session at once, because the model and the tools may need time to notice the cancellation.
            cancel(id)
        }
    }
}

// MARK: - The loop

extension LanguageModelSession {
    private func drive(
        _ machine: inout TurnStateMachine,
        _ id: SessionStateMachine.TurnID,
        _ parameters: TurnParameters,
        onStep: (TurnStep) async throws -> Void
    ) async throws {
        var settings = await source?.next()
        var asked = parameters.completed(by: settings)
        var runner = makeRunner(asked, settings)
        try checkAbilities(asked, runner.tools, settings)
        try checkVision(machine.turn.entries, settings)
        func emit(_ event: SessionEvent) async throws {
            try check(id)
            try await onStep(.event(event))
        }
        var (action, known) = machine.start()
        try await show(machine, id, onStep)
        if case .prompt(let prompt) = machine.turn.entries.first { try await settings?.notify(prompt: prompt) }
        var (roundCount, callCount) = (0, 0)
        while true {
            switch action {
            case .generate:
                if roundCount > 0, source != nil {
                    settings = await source?.next()
                    asked = parameters.completed(by: settings)
                    runner = makeRunner(asked, settings)
                    try checkAbilities(asked, runner.tools, settings)
                }
                roundCount += 1
                if !machine.turn.outcomes.isEmpty, roundCount > 1 || !parameters.keepsToolChoice {
                    asked.options = asked.options.afterCalls
                }
                let round = try await askModel(machine, id, asked, runner, settings, emit)
                update(id, transcript: machine.transcript)
                try await settings?.notify(entries: round.entries)
                action = try machine.roundEnded(
                    round.entries,
                    usage: round.usage,
                    execution: runner.execution(of:)
                )
            case .run(let calls):
                for outcome in known { try await emit(.toolFinished(outcome)) }
                known = []
                if let limit = configuration.maximumToolCalls {
                    runner.surplus = Set(calls.dropFirst(max(0, limit - callCount)).map(\.id))
                }
                callCount += calls.count
                let outcomes = try await runner.run(calls, onEvent: emit)
                try await settings?.notify(outcomes: outcomes)
                action = machine.callsEnded(outcomes)
            case .finish:
                try await show(machine, id, onStep)
                for pending in machine.turn.pendingCalls { try await emit(.toolPending(pending)) }
                return
            }
            if action != .finish { try await show(machine, id, onStep) }
        }
    }

    private func makeRunner(_ parameters: TurnParameters, _ settings: RoundSettings?) -> ToolRunner {
        if let settings { use(profilePolicy: settings.errorPolicy) }
        let options = parameters.options
        let canCall = options.toolCallingMode?.kind != .disallowed
        return ToolRunner(
            tools: canCall ? settings?.tools ?? tools : [],
            configuration: configuration,
            metadata: parameters.metadata,
            // A named tool applies only to the first calls of a turn; after them all tools may be called.
            callable: options.afterCalls.toolChoice.names
        )
    }

    /// Updates the transcript and the snapshots with the progress of the turn.
    private func show(
        _ machine: TurnStateMachine,
        _ id: SessionStateMachine.TurnID,
        _ onStep: (TurnStep) async throws -> Void
    ) async throws {
        try check(id)
        update(id, transcript: machine.transcript)
        try await onStep(.progress(entries: machine.turn.entries, usage: machine.turn.usage))
    }
}
