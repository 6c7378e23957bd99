import LanguageModels
import Synchronization

/// One round of a router, which connects the events of its models to the state machine.
final class RouterRound: Sendable {
    typealias Event = LanguageModelExecutorGenerationChannel.Event
    typealias Action = RouterStateMachine.Action

    /// The number of events without text after which an answer counts as started.
    private static let mostHeldEvents = 64

    private struct State {
        var machine: RouterStateMachine
        /// The events that each model has sent beside its answer, not yet passed on.
        var held: [Int: [Event]] = [:]
        var stops: [Int: StopSignal] = [:]
        var hasNamedSpeaker = false
    }

    private let names: [String]
    private let channel: LanguageModelExecutorGenerationChannel
    private let state: Mutex<State>

    init(machine: RouterStateMachine, names: [String], channel: LanguageModelExecutorGenerationChannel) {
        self.names = names
        self.channel = channel
        state = Mutex(State(machine: machine))
    }

    /// Asks the state machine; stops the models that it cancels before this returns.
    func decide(_ body: (inout RouterStateMachine) -> [Action]) -> [Action] {
        let (actions, stops) = state.withLock { state in
            let actions = body(&state.machine)
            return (actions, Self.stops(actions, &state))
        }
        for stop in stops { stop.stop() }
        return actions
    }

    /// Returns the signal that stops a model that is about to be asked.
    func stopSignal(for member: Int) -> StopSignal {
        let signal = StopSignal()
        state.withLock { $0.stops[member] = signal }
        return signal
    }

    /// Receives the events of one of the models.
    final class Member: GenerationSink {
        private let round: RouterRound
        private let number: Int

        init(_ round: RouterRound, _ number: Int) { (self.round, self.number) = (round, number) }

        func accept(_ events: [Event], orCall resume: @escaping @Sendable () -> Void) -> GenerationDemand {
            round.receive(events, from: number, orCall: resume)
        }
    }

    /// Handles an event that a model sent.
    private func receive(
        _ events: [Event],
        from member: Int,
        orCall resume: @escaping @Sendable () -> Void
    ) -> GenerationDemand {
        let (passed, stops) = state.withLock { state in
            var passed: [Event] = []
            var actions: [Action] = []
            for event in events { actions += Self.append(event, from: member, &state, &passed) }
            return (passed, Self.stops(actions, &state))
        }
        for stop in stops { stop.stop() }
        return passed.isEmpty ? .more : pass(passed, from: member, orCall: resume)
    }

    /// Ends the speaker's answer: passes on the events of an answer without text, and names the model if no event has.
    func close(_ member: Int) {
        let (held, isNamed) = state.withLock { ($0.held.removeValue(forKey: member) ?? [], $0.hasNamedSpeaker) }
        var last = held
        if !isNamed, !held.contains(where: \.isResponseMetadata) {
            last.append(.response(action: .updateMetadata([RouterLanguageModel.metadataKey: names[member]])))
        }
        // These events are few and the last ones, so there is no need to wait for room.
        _ = pass(last, from: member, orCall: {})
    }

    private func pass(
        _ events: [Event],
        from member: Int,
        orCall resume: @escaping @Sendable () -> Void
    ) -> GenerationDemand {
        if events.contains(where: \.isResponseMetadata) { state.withLock { $0.hasNamedSpeaker = true } }
        let named = events.map { $0.settingMetadata(RouterLanguageModel.metadataKey, to: names[member]) }
        return channel.push(named, orCall: resume)
    }

    /// Appends the part of an event that is passed on, preceded by the events that were held back.
    private static func append(
        _ event: Event,
        from member: Int,
        _ state: inout State,
        _ passed: inout [Event]
    ) -> [Action] {
        if let speaker = state.machine.speaker {
            if speaker == member { passed.append(event) }
            return []
        }
        let heldCount = state.held[member]?.count ?? 0
        guard event.isContent || heldCount >= mostHeldEvents else {
            state.held[member, default: []].append(event)
            return []
        }
        let actions = state.machine.spoke(member)
        guard state.machine.speaker == member else { return [] }
        passed += state.held.removeValue(forKey: member) ?? []
        passed.append(event)
        return actions
    }

    private static func stops(_ actions: [Action], _ state: inout State) -> [StopSignal] {
        actions.compactMap { if case .cancel(let member) = $0 { state.stops[member] } else { nil } }
    }
}
