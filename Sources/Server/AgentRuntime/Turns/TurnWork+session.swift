import Accounts
import AgentTools
import AgentWire
import Foundation
import LanguageModels
import ModelProviders
import Storage
import StreamingJSON
import Transport

extension TurnWork {
    /// The conversation before a turn.
    struct History {
        /// The entries, those of the request among them.
        var entries: [Transcript.Entry]
        /// The number of entries that the turn does not add to the conversation, or to its suspended state.
        var storedCount: Int
        /// The number of entries that the conversation has, those that were replaced among them.
        var position = 0
        /// The number of entries that the turn adds before its own: those that the request has before its last message.
        var requestCount = 0
    }

    /// Returns the conversation so far.
    ///
    /// Its limits are checked again, because turns that were ahead in the queue have made it longer.
    ///
    /// - Parameter isBegun: Whether the turn has executed before, so that the limits do not apply.
    /// - Throws: ``Problem`` when the conversation is full, or when there is too little memory to read it; `StoreError`.
    func history(of run: LiveRun.Identity, isBegun: Bool) async throws -> History {
        // The suspended state of a turn that has executed before contains the request's entries.
        let added = isBegun ? [] : request.input.history
        switch request.place {
        case .apart:
            var stored: [Transcript.Entry] = []
            if let source = request.source { stored = try await entries(of: source, owner: run.owner) }
            return History(
                entries: stored + request.input.history,
                storedCount: stored.count + request.input.history.count
            )
        case .newConversation:
            return History(entries: added, storedCount: 0, requestCount: request.input.history.count)
        case .conversation:
            let stored = try await entries(of: run, isBegun: isBegun)
            return History(
                entries: stored.entries + added,
                storedCount: stored.entries.count,
                position: stored.position,
                requestCount: request.input.history.count
            )
        }
    }

    private func entries(of source: Source, owner: Owner) async throws -> [Transcript.Entry] {
        let size = try await coordinator.store.size(of: source.conversation, owner: owner)
        guard size.entries >= source.entryCount else {
            throw Problem(.notFound, detail: "the earlier response is no longer stored; send its messages as input")
        }
        let hold = try coordinator.holdMemory(toRead: size.bytes)
        let entries = try await entries(of: source.conversation, count: source.entryCount)
        return withExtendedLifetime(hold) { entries }
    }

    private func entries(
        of run: LiveRun.Identity,
        isBegun: Bool
    ) async throws -> (entries: [Transcript.Entry], position: Int) {
        let store = coordinator.store
        let size = try await store.size(of: run.conversation, owner: run.owner)
        let added = run.request.utf8.count
        let limits = coordinator.conversationLimits.within(policies.meter.client.plan)
        if !isBegun, let problem = limits.problem(of: size, adding: added) { throw problem }
        let hold = try coordinator.holdMemory(toRead: size.bytes)
        let end = try await replacedPosition(in: run.conversation) ?? size.entries
        let history = try await entries(of: run.conversation, count: size.entries, before: end)
        return withExtendedLifetime(hold) { (history, size.entries) }
    }

    /// Returns the position of the first entry that the turn replaces; `nil` if it replaces none.
    ///
    /// - Throws: ``Problem`` if the replaced run is not part of the conversation any more.
    private func replacedPosition(in conversation: String) async throws -> Int? {
        guard let replaces = request.replaces else { return nil }
        guard let turn = try await coordinator.store.turn(ofRun: replaces), turn.conversation == conversation,
            turn.supersededAt == nil
        else { throw Problem.cannotReplace(replaces) }
        return turn.position
    }

    /// Returns the entries of a conversation as it was when it had a number of entries.
    ///
    /// - Parameter end: The position of the first entry that is left out; `nil` for none.
    private func entries(of conversation: String, count: Int, before end: Int? = nil) async throws -> [Transcript.Entry]
    {
        let end = end ?? count
        var entries: [Transcript.Entry] = []
        entries.reserveCapacity(end)
        var position = 0
        while position < end,
            case let page = try await coordinator.store.entries(
                of: conversation,
                from: position,
                byteLimit: 1 << 20
            ),
            !page.isEmpty
        {
            position += page.count
            for entry in page where entry.position < end && entry.counts(atCount: count) {
                try Task.checkCancellation()
                entries.append(try Transcript.Entry(jsonValue: JSONValue(parsing: entry.json)))
            }
        }
        return entries
    }

    /// Makes the session of the turn.
    ///
    /// - Parameters:
    ///   - meter: The meter of its rounds; `nil` for the turn's meter.
    ///   - onText: Receives the text as it arrives.
    ///   - onRoundEnd: Called for each round in which the model answered, with whether the round was completed.
    func session(
        for run: LiveRun.Identity,
        after history: [Transcript.Entry],
        _ suspended: RunActions.SuspendedTurn?,
        countedBy meter: TurnMeter? = nil,
        onText: LanguageModelSession.Configuration.TextListener? = nil,
        onRoundEnd: (@Sendable (_ round: RunRound, _ isWhole: Bool) -> Void)? = nil
    ) throws -> LanguageModelSession {
        let meter = meter ?? policies.meter
        let suspendedEntries = try (suspended?.entries ?? []).map { try Transcript.Entry(jsonValue: $0) }
        var offered = offered(after: history + suspendedEntries)
        if policies.requiresOwnCall, suspended?.keepsToolChoice ?? true {
            // The client could not use a call of a server's tool as the one that it requires.
            offered = offered.narrowed { model.clientAnswers.executedByClient($0) != nil }
        }
        let tools = sessionTools(for: run, of: offered)
        let toolSet = toolSet(of: offered)
        // Only messages, calls and outputs are stored; the instructions belong to the request.
        let opening = LanguageModelSession.instructionsEntry(
            model.instructions,
            definitions: toolSet?.definitions ?? tools.map { Transcript.ToolDefinition(tool: $0) }
        )
        var entries = history + suspendedEntries
        if let most = policies.mostEffort { entries.lowerEffort(to: most) }
        let (caller, now) = (request.context.caller, coordinator.now)
        var configuration = LanguageModelSession.Configuration(
            toolErrorPolicy: .explainToModel,
            transcriptErrorHandlingPolicy: .preserveTranscript,
            roundDeadline: coordinator.limits.roundDeadline,
            toolDeadline: coordinator.limits.toolDeadline,
            toolFaultText: { $0.text(for: caller) }
        )
        configuration.maximumToolRounds += request.input.earlierRoundCount
        configuration.maximumToolCalls = policies.maximumToolCalls
        configuration.toolSet = toolSet
        configuration.onText = onText
        configuration.onRoundEnd = { report in
            let cost = meter.roundEnded(report)
            // A round that failed before the model answered has no result.
            guard report.firstContentAt != nil else { return }
            onRoundEnd?(
                RunRound(
                    finishReason: FinishReason(report.metadata),
                    usage: WireUsage(report.usage, cost: cost),
                    endedAt: Int(now().timeIntervalSince1970)
                ),
                report.isWhole
            )
        }
        return LanguageModelSession(
            model: model.entry.model.metered(by: meter),
            tools: tools,
            transcript: Transcript(entries: (opening.map { [$0] } ?? []) + entries),
            configuration: configuration
        )
    }

    /// Returns the entries that the turn has added to the conversation.
    func added(to session: LanguageModelSession, after count: Int) -> [Transcript.Entry] {
        let said = session.transcript.drop { if case .instructions = $0 { true } else { false } }
        return Array(said.dropFirst(count))
    }

    /// Returns the completed steps of a failed turn: its tool calls with their outputs, if there are any.
    func completedSteps(in session: LanguageModelSession, after history: History) -> [Transcript.Entry] {
        var added = added(to: session, after: history.storedCount)
        // An answer that does not fit is left out.
        while case .response? = added.last { added.removeLast() }
        guard
            added.dropFirst(history.requestCount).contains(where: { if case .toolOutput = $0 { true } else { false } })
        else { return [] }
        var transcript = Transcript(entries: added)
        transcript.settle { _ in RunActions.unsettledText }
        return Array(transcript)
    }

    /// Returns the commit of a turn.
    ///
    /// - Parameter late: The late outputs that a completed turn has seen; those that another turn has seen stay for the next one.
    func commit(
        _ entries: [Transcript.Entry],
        of run: LiveRun,
        after count: Int,
        seeing late: LateOutputs = LateOutputs()
    ) -> TurnCommit? {
        var commit = run.identity.commit(entries, after: count, at: coordinator.now())
        commit?.seenOutputs = late.calls
        return commit
    }
}

extension [Transcript.Entry] {
    /// Lowers the reasoning of the last prompt to the most that its sender may have; a resumed session uses the options of that prompt.
    fileprivate mutating func lowerEffort(to most: ReasoningEffort) {
        guard let position = lastIndex(where: { if case .prompt = $0 { true } else { false } }),
            case .prompt(var prompt) = self[position],
            let wanted = prompt.contextOptions.reasoningLevel?.effort, wanted.exceeds(most)
        else { return }
        prompt.contextOptions.reasoningLevel = ContextOptions.ReasoningLevel(most)
        self[position] = .prompt(prompt)
    }
}
