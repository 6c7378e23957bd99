import LanguageModels
import Synchronization

/// One round of a router: what its models send meets the state machine here.
final class RouterRound: Sendable {
    typealias Event = LanguageModelExecutorGenerationChannel.Event
    typealias Action = RouterStateMachine.Action

    /// So many events about an answer, without a word of it, and it counts as begun.
    private static let mostHeldEvents = 64

    private struct State {
        var machine: RouterStateMachine
        /// What each model has sent beside its answer, which nobody has heard yet.
        var held: [Int: [Event]] = [:]
        var stops: [Int: StopSignal] = [:]
        var hasNamedSpeaker = false
    }

    private enum Hearing {
        case drop
        case pass
        case begin([Event], [Action])
    }

    private let names: [String]
    private let channel: LanguageModelExecutorGenerationChannel
    private let state: Mutex<State>

    init(machine: RouterStateMachine, names: [String], channel: LanguageModelExecutorGenerationChannel) {
        self.names = names
        self.channel = channel
        state = Mutex(State(machine: machine))
    }

    /// Asks the machine; models that it wants cancelled are told to stop before this returns.
    func decide(_ body: (inout RouterStateMachine) -> [Action]) -> [Action] {
        let (actions, stops) = state.withLock { state in
            let actions = body(&state.machine)
            return (actions, Self.stops(actions, &state))
        }
        for stop in stops { stop.stop() }
        return actions
    }

    /// The signal by which a model that is about to be asked can be stopped.
    func stopSignal(for member: Int) -> StopSignal {
        let signal = StopSignal()
        state.withLock { $0.stops[member] = signal }
        return signal
    }

    /// A model has sent something.
    func heard(_ event: Event, from member: Int) async {
        let hearing = state.withLock { Self.hear(event, from: member, &$0) }
        switch hearing {
        case .drop: return
        case .pass: break
        case .begin(let held, let actions):
            for case .cancel(let loser) in actions { state.withLock { $0.stops[loser] }?.stop() }
            for event in held { await pass(event, from: member) }
        }
        await pass(event, from: member)
    }

    /// The speaker has ended: passes on what it said beside an answer without a word, and names it if nothing has yet.
    func close(_ member: Int) async {
        let (held, isNamed) = state.withLock { ($0.held.removeValue(forKey: member) ?? [], $0.hasNamedSpeaker) }
        for event in held { await pass(event, from: member) }
        guard !isNamed, !held.contains(where: \.isResponseMetadata) else { return }
        await channel.send(.response(action: .updateMetadata([RouterLanguageModel.metadataKey: names[member]])))
    }

    private func pass(_ event: Event, from member: Int) async {
        if event.isResponseMetadata { state.withLock { $0.hasNamedSpeaker = true } }
        await channel.send(event.settingMetadata(RouterLanguageModel.metadataKey, to: names[member]))
    }

    private static func hear(_ event: Event, from member: Int, _ state: inout State) -> Hearing {
        if let speaker = state.machine.speaker { return speaker == member ? .pass : .drop }
        let heldCount = state.held[member]?.count ?? 0
        guard event.isContent || heldCount >= mostHeldEvents else {
            state.held[member, default: []].append(event)
            return .drop
        }
        let actions = state.machine.spoke(member)
        guard state.machine.speaker == member else { return .drop }
        return .begin(state.held.removeValue(forKey: member) ?? [], actions)
    }

    private static func stops(_ actions: [Action], _ state: inout State) -> [StopSignal] {
        actions.compactMap { if case .cancel(let member) = $0 { state.stops[member] } else { nil } }
    }
}
