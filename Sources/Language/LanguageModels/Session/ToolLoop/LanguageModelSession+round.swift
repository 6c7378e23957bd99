extension LanguageModelSession {
    /// Requests a round from the model; if the conversation is too long for it, once more with a shorter one.
    func askModel(
        _ machine: TurnStateMachine,
        _ id: SessionStateMachine.TurnID,
        _ parameters: TurnParameters,
        _ runner: ToolRunner,
        _ settings: RoundSettings?,
        _ emit: (SessionEvent) async throws -> Void
    ) async throws -> (entries: [Transcript.Entry], usage: Usage) {
        let options = parameters.options
        try Self.checkChoice(options.toolChoice, runner.tools)
        // The runner has none of the session's tools if no call is allowed.
        let toolSet = settings == nil && !runner.tools.isEmpty ? configuration.toolSet : nil
        var request = LanguageModelExecutorGenerationRequest(
            transcript: settings?.shown(machine.transcript) ?? machine.transcript,
            enabledTools: toolSet?.definitions ?? runner.tools.map { Self.definition(of: $0) },
            schema: parameters.format?.schema,
            generationOptions: options,
            contextOptions: parameters.contextOptions,
            metadata: parameters.metadata
        )
        request.toolSet = toolSet
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
