import AgentTools
import AgentWire
import Foundation
import LanguageModels
import ModelProviders
import Storage
import StreamingJSON
import Telemetry
import Transport

/// The work of one run: a turn through the model and the tools, to its end in the conversation.
struct TurnWork: Sendable {
    /// Where a turn belongs.
    enum Place: Sendable {
        /// At the end of a conversation that is stored.
        case conversation
        /// At the beginning of one.
        case newConversation
        /// In none: nothing is left of it but its run.
        case apart

        init(_ conversation: ConversationChoice) {
            switch conversation {
            case .new: self = .newConversation
            case .existing: self = .conversation
            case .none: self = .apart
            }
        }
    }

    let coordinator: RunCoordinator
    let place: Place
    /// What was said before, beside a stored conversation, and what is asked.
    let input: TurnInput
    let instructions: Instructions
    let model: ModelCatalog.Entry
    let tools: ToolRegistry
    /// The tools that the client runs.
    let clientTools: [ExternalTool]
    /// What takes the client's answers in.
    let clientAnswers: ClientToolAnswers
    /// The shape that the answer must have; `nil` for text.
    let format: AnswerFormat?
    /// Whether an answer as text must be a JSON object.
    var wantsJSON = false
    /// How the text of such an answer is told.
    var valueText = ValueText()
    /// How many answers are compared; of one there is nothing to compare.
    var sampleCount = 1
    let context: TurnContext
    let meter: TurnMeter
    /// The trace that the turn belongs to.
    let trace: TraceContext?
    let times: TurnTimes?
    /// Sets aside again what the turn may use when it goes on; see ``Resumption/makeRoom``.
    let makeRoom: @Sendable (TurnWork, LiveRun) async -> TurnMeter.Room

    /// Takes the turn, or goes on with it when its run has waited; what happens is told to the run as it happens.
    ///
    /// When the task is cancelled, the upstream call and the running tools are cancelled at once. A turn that does not come to its
    /// answer leaves in the conversation what was done: if tools were called and answered, the message, the calls and their
    /// outputs; else nothing.
    func perform(_ run: LiveRun) async {
        times?.begun(at: .now)
        // Set anew: whoever lets a run begin that has waited may be at work in another trace.
        await TraceContext.$current.withValue(trace) {
            await UpstreamFailures.$current.withValue(UpstreamFailures()) {
                if sampleCount > 1 { await performSamples(run) } else { await takeOn(run) }
            }
        }
    }

    /// How the turn goes on when its run has waited.
    var resumption: Resumption {
        Resumption(makeRoom: { await makeRoom(self, $0) }, work: perform)
    }

    private func takeOn(_ run: LiveRun) async {
        let actions = run.actions
        let before = actions.suspended?.usage ?? WireUsage(inputTokens: 0, outputTokens: 0)
        var begun: (session: LanguageModelSession, count: Int)?
        var settled: WireUsage?
        do {
            if actions.suspended == nil {
                run.tell(.started(RunStart(run.identity)))
            } else {
                // Before a call that was approved is made: after a kill nobody makes it again.
                try await coordinator.store(run)
            }
            let history = try await history(of: run.identity, isBegun: actions.suspended != nil)
            let teller = TurnTeller(run, meter: meter, format: format, valueText: valueText)
            let session = try session(
                for: run.identity,
                after: history,
                actions.suspended,
                onText: { try teller.tellText($0, orCall: $1) },
                onRoundEnd: { round, isWhole in run.tell { $0.events(for: round, isWhole: isWhole) } }
            )
            begun = (session, history.count)
            let resolutions = actions.suspended.map { _ in actions.resolutions(with: clientAnswers) }
            var (turn, answer) = try await answer(resolutions, in: session, onEvent: teller.tell)
            var (questions, refusals) = try await examine(turn.pendingCalls)
            while !refusals.isEmpty {
                // A call that would fail needs no approval: the model gets its error now, and the other calls keep waiting.
                for refusal in refusals {
                    guard let call = turn.pendingCalls.first(where: { $0.id == refusal.id })?.call else { continue }
                    try await teller.tell(.toolStarted(call))
                }
                (turn, answer) = try await self.answer(refusals, in: session, onEvent: teller.tell)
                (questions, refusals) = try await examine(turn.pendingCalls)
            }
            // Also of a turn that waits now: its client may do other things meanwhile.
            settled = meter.settle()
            let spent = before + WireUsage(session.usage)
            if turn.isSuspended {
                let suspended = added(to: session, after: history.count)
                if try await wait(run, for: turn.pendingCalls, questions, suspended, history.count, spent) { return }
                throw CancellationError()
            }
            let rest = try teller.end(answer)
            guard run.workEnded(hasAnswer: true) == .completed else { throw CancellationError() }
            let ending = LiveRun.Ending(
                status: .completed,
                events: rest
                    + [
                        .answered(
                            RunAnswer(
                                text: answer?.object.serialized() ?? turn.response.segments.text,
                                artifacts: run.artifacts,
                                model: turn.response.metadata.modelName,
                                finishReason: FinishReason(turn.response.metadata)
                            )
                        ),
                        .completed(usage: spent),
                    ],
                turn: commit(added(to: session, after: history.count), of: run, after: history.count)
            )
            await coordinator.end(run, ending, usage: spent)
        } catch {
            // The amount charged: the session itself does not count a round that was cut off.
            let spent = before + (settled ?? meter.settle())
            if let begun, let ending = refusal(error, of: run, in: begun.session, after: begun.count, spent) {
                return await coordinator.end(run, ending, usage: spent)
            }
            let turn =
                begun.flatMap { commit(whatWasDone(in: $0.session, after: $0.count), of: run, after: $0.count) }
                ?? coordinator.abandonedTurn(of: run).turn
            await coordinator.fail(run, with: error, usage: spent, turn)
        }
    }

    /// The end of a run whose model has declined to answer: the model's words are the answer, and stay in the conversation, so that the
    /// next turn has them.
    ///
    /// - Returns: `nil` for any other error. So it is where the client waits for a value and is shown nothing else, and where the client
    ///   was sent the beginning of a call.
    private func refusal(
        _ error: any Error,
        of run: LiveRun,
        in session: LanguageModelSession,
        after count: Int,
        _ spent: WireUsage
    ) -> LiveRun.Ending? {
        guard case LanguageModelError.refusal(let refusal) = error, format == nil || valueText.isToldByText else {
            return nil
        }
        let text =
            refusal.explanationText.isEmpty
            ? context.caller.text("The model declined to answer.", "モデルは回答を控えました。")
            : refusal.explanationText
        guard let events = run.events(forRefusal: text), run.workEnded(hasAnswer: true) == .completed else {
            return nil
        }
        let answer = RunAnswer(text: text, artifacts: run.artifacts, finishReason: .stop, isRefusal: true)
        let response = Transcript.Entry.response(.init(segments: [.text(.init(content: text))]))
        return LiveRun.Ending(
            status: .completed,
            events: events + [.answered(answer), .completed(usage: spent)],
            turn: commit(added(to: session, after: count) + [response], of: run, after: count)
        )
    }

    /// Takes the turn, or goes on with it when calls that it waited for are resolved; when it has come to its answer and that is to have
    /// a shape, reads it.
    private func answer(
        _ resolutions: [ToolResolution]?,
        in session: LanguageModelSession,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> (LanguageModelSession.Turn, StructuredAnswer?) {
        guard let format else {
            let turn = try await take(resolutions, in: session, onEvent: onEvent)
            if wantsJSON, !turn.isSuspended { try AnswerFormat.checkObject(turn.response.segments.text) }
            return (turn, nil)
        }
        do {
            let turn = try await take(resolutions, in: session, onEvent: onEvent)
            return (turn, turn.isSuspended ? nil : try format.answer(in: turn.response.segments.text))
        } catch let error as GeneratedContent.ParsingError {
            throw AnswerFormat.misfit(error)
        }
    }

    private func take(
        _ resolutions: [ToolResolution]?,
        in session: LanguageModelSession,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> LanguageModelSession.Turn {
        switch (resolutions, input.beginning) {
        case (nil, .prompt(let prompt)):
            return try await session.turn(
                prompt,
                schema: format?.schema,
                options: options,
                contextOptions: input.contextOptions,
                metadata: context.metadata,
                onEvent: onEvent
            )
        case (let given?, _):
            return try await session.turn(resuming: given, metadata: context.metadata, onEvent: onEvent)
        case (nil, .outputs(let given)):
            return try await session.turn(beginningWith: given, metadata: context.metadata, onEvent: onEvent)
        }
    }

    /// How to generate: as the request has it, within the limit of a client whose tokens are counted.
    var options: GenerationOptions {
        var options = input.options
        options.maximumResponseTokens = [options.maximumResponseTokens, meter.askedLimit].compactMap(\.self).min()
        return options
    }

    /// Lets the run wait; false when it was stopped meanwhile.
    private func wait(
        _ run: LiveRun,
        for calls: [PendingToolCall],
        _ questions: [String: String],
        _ entries: [Transcript.Entry],
        _ historyCount: Int,
        _ usage: WireUsage
    ) async throws -> Bool {
        let deadline = coordinator.now() + coordinator.limits.actionDeadline / .seconds(1)
        return try await coordinator.wait(
            run,
            for: calls.map { action(for: $0, questions[$0.id], deadline: deadline) },
            { eventCount in
                RunActions.SuspendedTurn(
                    entries: entries.map(\.jsonValue),
                    historyCount: historyCount,
                    usage: usage,
                    eventCount: eventCount,
                    token: run.identity.token
                )
            },
            resumption
        )
    }

    /// The conversation so far.
    ///
    /// It is checked against its limits again, because turns of the conversation that were ahead in the queue have made it longer.
    ///
    /// - Parameter isBegun: Whether the turn was let in before, so that the limits do not count.
    /// - Throws: ``Problem`` when the conversation is full, or when there is no memory to read it; `StoreError`.
    private func history(of run: LiveRun.Identity, isBegun: Bool) async throws -> [Transcript.Entry] {
        if place != .conversation { return input.history }
        let store = coordinator.store
        let size = try await store.size(of: run.conversation, client: run.client)
        let added = run.request.utf8.count
        if !isBegun, let problem = coordinator.conversationLimits.problem(of: size, adding: added) { throw problem }
        let hold = try coordinator.holdMemory(toRead: size.bytes)
        var history: [Transcript.Entry] = []
        history.reserveCapacity(size.entries)
        while history.count < size.entries,
            case let page = try await store.entries(of: run.conversation, from: history.count, byteLimit: 1 << 20),
            !page.isEmpty
        {
            for entry in page {
                try Task.checkCancellation()
                history.append(try Transcript.Entry(jsonValue: JSONValue(parsing: entry.json)))
            }
        }
        return withExtendedLifetime(hold) { history }
    }

    /// The session of the turn.
    ///
    /// - Parameters:
    ///   - meter: Who counts its rounds; `nil` for the turn's own.
    ///   - onText: Takes the text as it comes.
    ///   - onRoundEnd: Told of each round that the model was heard in, and whether it came to its end.
    func session(
        for run: LiveRun.Identity,
        after history: [Transcript.Entry],
        _ suspended: RunActions.SuspendedTurn?,
        countedBy meter: TurnMeter? = nil,
        onText: LanguageModelSession.Configuration.TextListener? = nil,
        onRoundEnd: (@Sendable (_ round: RunRound, _ isWhole: Bool) -> Void)? = nil
    ) throws -> LanguageModelSession {
        let meter = meter ?? self.meter
        let tools = sessionTools(for: run)
        // Instructions are made anew each turn, for they hold the day; only what was said is stored.
        let opening = LanguageModelSession.instructionsEntry(instructions, tools: tools)
        let begun = try (suspended?.entries ?? []).map { try Transcript.Entry(jsonValue: $0) }
        let caller = context.caller
        var configuration = LanguageModelSession.Configuration(
            toolErrorPolicy: .explainToModel,
            transcriptErrorHandlingPolicy: .preserveTranscript,
            roundDeadline: coordinator.limits.roundDeadline,
            toolDeadline: coordinator.limits.toolDeadline,
            toolFaultText: { $0.text(for: caller) }
        )
        configuration.maximumToolRounds += input.earlierRoundCount
        configuration.onText = onText
        configuration.onRoundEnd = { report in
            meter.roundEnded(report)
            // Of a round that failed before the model was heard there is nothing to say.
            guard report.firstContentAt != nil else { return }
            onRoundEnd?(
                RunRound(finishReason: FinishReason(report.metadata), usage: WireUsage(report.usage)),
                report.isWhole
            )
        }
        return LanguageModelSession(
            model: model.model.metered(by: meter),
            tools: tools,
            transcript: Transcript(entries: (opening.map { [$0] } ?? []) + history + begun),
            configuration: configuration
        )
    }

    /// What the turn has added to the conversation.
    private func added(to session: LanguageModelSession, after count: Int) -> [Transcript.Entry] {
        let said = session.transcript.drop { if case .instructions = $0 { true } else { false } }
        return Array(said.dropFirst(count))
    }

    /// What a turn that failed has done: its tool calls with their outputs, if there are any.
    private func whatWasDone(in session: LanguageModelSession, after count: Int) -> [Transcript.Entry] {
        var added = added(to: session, after: count)
        // An answer that did not fit was none.
        while case .response? = added.last { added.removeLast() }
        guard added.contains(where: { if case .toolOutput = $0 { true } else { false } }) else { return [] }
        var transcript = Transcript(entries: added)
        transcript.settle { _ in RunActions.unsettledText }
        return Array(transcript)
    }

    private func commit(_ entries: [Transcript.Entry], of run: LiveRun, after count: Int) -> TurnCommit? {
        run.identity.commit(entries, after: count, at: coordinator.now())
    }
}
