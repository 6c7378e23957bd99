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

    /// Throws if the model lacks a capability that the request needs; called before anything is sent.
    private func checkAbilities(
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
    private static func checkChoice(_ choice: GenerationOptions.ToolChoice, _ tools: [any Tool]) throws {
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
    private func checkVision(_ entries: some Sequence<Transcript.Entry>, _ settings: RoundSettings?) throws {
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

// MARK: - One round

extension LanguageModelSession {
    /// Requests a round from the model; if the conversation is too long for it, once more with a shorter one.
    private func askModel(
        _ machine: TurnStateMachine,
        _ id: SessionStateMachine.TurnID,
        _ parameters: TurnParameters,
        _ runner: ToolRunner,
        _ settings: RoundSettings?,
        _ emit: (SessionEvent) async throws -> Void
    ) async throws -> (entries: [Transcript.Entry], usage: Usage) {
        let options = parameters.options
        try Self.checkChoice(options.toolChoice, runner.tools)
        var request = LanguageModelExecutorGenerationRequest(
            transcript: settings?.shown(machine.transcript) ?? machine.transcript,
            enabledTools: runner.tools.map { Self.definition(of: $0) },
            schema: parameters.format?.schema,
            generationOptions: options,
            contextOptions: parameters.contextOptions,
            metadata: parameters.metadata
        )
        // Image files in instructions are loaded for each round, so that the transcript keeps the instructions
        // unchanged.
        if case .instructions(var instructions)? = request.transcript.first {
            instructions.segments = try await instructions.segments.loadingImages(configuration.imageLimits)
            request.transcript[request.transcript.startIndex] = .instructions(instructions)
        }
        var context = ContextKeeper(session: self, turn: id, request: request)
        request.transcript = try await context.fit(emit)
        try checkVision(request.transcript, settings)
        var hadContent = false
        let streamedTools = runner.streamedNames
        let round: RoundAssembler
        do {
            round = try await generate(request, streamedTools, by: settings?.model ?? model, &hadContent, onEvent: emit)
        } catch LanguageModelError.contextSizeExceeded(let excess) where !hadContent {
            guard let shorter = try await context.fit(after: excess, emit) else {
                throw LanguageModelError.contextSizeExceeded(excess)
            }
            request.id = UniqueID.uuid()
            request.transcript = shorter
            round = try await generate(request, streamedTools, by: settings?.model ?? model, &hadContent, onEvent: emit)
        }
        context.observe(round.usage)
        var usage = context.spent
        usage.add(round.usage)
        return (round.entries(responseFormat: parameters.format), usage)
    }

    /// Runs one round.
    ///
    /// The usage that the round reports is counted even if the round fails.
    ///
    /// - Parameters:
    ///   - streamedTools: The names of the tools whose calls are emitted while the model writes them.
    ///   - hadContent: Set to true if there was any text, reasoning or call.
    private func generate(
        _ request: LanguageModelExecutorGenerationRequest,
        _ streamedTools: Set<String>,
        by model: ErasedLanguageModel,
        _ hadContent: inout Bool,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> RoundAssembler {
        var assembler = RoundAssembler(
            maximumBytes: configuration.maximumRoundBytes,
            maximumCalls: configuration.maximumToolCallsPerRound,
            streamedTools: streamedTools
        )
        var isWhole = false
        defer {
            hadContent = hadContent || assembler.firstContentAt != nil
            count(assembler.usage)
            var report = assembler.report
            report.isWhole = isWhole
            configuration.onRoundEnd?(report)
        }
        if let onText = configuration.onText {
            try await push(request, by: model, into: &assembler, onText)
        } else {
            try await pull(request, by: model, into: &assembler, onEvent)
        }
        try Task.checkCancellation()
        isWhole = true
        return assembler
    }

    /// Reads the channel that the executor fills in a child task.
    private func pull(
        _ request: LanguageModelExecutorGenerationRequest,
        by model: ErasedLanguageModel,
        into assembler: inout RoundAssembler,
        _ onEvent: (SessionEvent) async throws -> Void
    ) async throws {
        let channel = LanguageModelExecutorGenerationChannel()
        let alarm = setAlarm { channel.cancel() }
        defer { alarm?.remove() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { channel.finish() }
                try await model.respond(request, channel)
            }
            do {
                for await event in channel {
                    if let step = try assembler.apply(event) { try await onEvent(step) }
                }
                try check(alarm)
            } catch {
                // The reader has left: resume the waiting sender and cancel it.
                channel.cancel()
                group.cancelAll()
                throw error
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Waits for the executor, which runs in a child task and sends its events by synchronous calls.
    private func push(
        _ request: LanguageModelExecutorGenerationRequest,
        by model: ErasedLanguageModel,
        into assembler: inout RoundAssembler,
        _ onText: @escaping Configuration.TextListener
    ) async throws {
        let round = PushedRound(assembler, onText: onText)
        defer { assembler = round.close().assembler }
        let alarm = setAlarm { round.stop() }
        defer { alarm?.remove() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { round.stop() }
                try await model.respond(request, LanguageModelExecutorGenerationChannel(sink: round))
            }
            await round.wait()
            do {
                if let failure = round.close().failure { throw failure }
                try check(alarm)
            } catch {
                group.cancelAll()
                throw error
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func setAlarm(_ ring: @escaping @Sendable () -> Void) -> Alarm? {
        configuration.roundDeadline.map { Alarms.shared.set(at: .now + $0, ring) }
    }

    private func check(_ alarm: Alarm?) throws {
        guard let deadline = configuration.roundDeadline, alarm?.hasRung == true else { return }
        throw LanguageModelError.timeout(
            .init(debugDescription: "The model took longer than \(deadline) for one round.")
        )
    }
}
