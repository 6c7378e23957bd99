import Accounts
public import AgentWire
import Foundation
public import Storage
import Synchronization
public import Telemetry
import Transport

/// Counts runs, tokens and times; holds no text, no client and no key, and only so many names of models and tools.
public final class RunMeasures: Sendable {
    /// The figures at one moment.
    public struct Figures: Sendable {
        /// How many runs have ended how, by model.
        public internal(set) var ended: [End: Int] = [:]
        /// How many turns were not let in, by the kind of problem.
        public internal(set) var refused: [Problem.Kind: Int] = [:]
        /// How many tokens were used, by model.
        public internal(set) var tokens: [String: Tokens] = [:]
        /// From the request to the first piece of the model's answer, by model.
        public internal(set) var firstToken: [String: DurationHistogram] = [:]
        /// From the request to the run's end, by how it ended; direct calls, whose time is in ``toolTime``, left out.
        public internal(set) var runTime: [RunStatus: DurationHistogram] = [:]
        /// How long runs waited before they began; direct calls, which never wait, left out.
        public internal(set) var queueTime = DurationHistogram(bounds: DurationHistogram.work)
        /// What the server itself added until a model was asked, waiting in the queue left out.
        public internal(set) var addedTime = DurationHistogram(bounds: DurationHistogram.overhead)
        /// How long calls of tools took, by tool and how they ended.
        public internal(set) var toolTime: [ToolEnd: DurationHistogram] = [:]
    }

    /// How a run ended, and with which model.
    public struct End: Sendable, Hashable {
        /// As what.
        public var status: RunStatus
        /// With which model, as the request or the settings name it.
        public var model: String
    }

    /// How a tool's call ended.
    public struct ToolEnd: Sendable, Hashable {
        /// The tool.
        public var tool: String
        /// Whether it failed.
        public var isError: Bool
    }

    /// Tokens of a model.
    public struct Tokens: Sendable, Hashable {
        /// Read, those from the provider's cache included.
        public var input = 0
        /// Read from the provider's cache.
        public var cachedInput = 0
        /// Written.
        public var output = 0
    }

    /// The name under which counts what has no place of its own any more.
    public static let others = "(others)"
    /// The name under which runs count that have no model: direct calls.
    public static let noModel = "(none)"

    fileprivate struct State {
        var figures = Figures()
        var models: Set<String> = []
    }

    /// Names of models come from the settings; this is for the day on which they do not.
    private static let mostModels = 200

    private let tools: Set<String>
    private let state = Mutex(State())

    /// Measures of nothing yet.
    ///
    /// - Parameter tools: The tools that are counted by name; a model may call for others.
    public init(tools: [String] = []) { self.tools = Set(tools) }

    /// The figures as they are now.
    public var figures: Figures { state.withLock { $0.figures } }

    /// A turn was not let in.
    func refused(_ kind: Problem.Kind) { state.withLock { $0.figures.refused[kind, default: 0] += 1 } }

    /// A model is asked for the first time in a turn; so long the server needed for that.
    func modelAsked(after duration: Duration) { state.withLock { $0.figures.addedTime.record(duration) } }

    /// The first piece of an answer is there, so long after the request.
    func firstToken(of model: String, after duration: Duration) {
        state.withLock { state in
            let model = state.label(model)
            state.figures.firstToken[model, default: DurationHistogram(bounds: DurationHistogram.work)].record(duration)
        }
    }

    /// A tool's call has ended.
    func toolEnded(_ name: String, isError: Bool, after duration: Duration) {
        let end = ToolEnd(tool: tools.contains(name) ? name : Self.others, isError: isError)
        state.withLock {
            $0.figures.toolTime[end, default: DurationHistogram(bounds: DurationHistogram.work)].record(duration)
        }
    }

    /// A turn has used so much.
    func used(_ usage: [TurnUsage]) {
        state.withLock { state in
            for usage in usage {
                let model = state.label(usage.model)
                state.figures.tokens[model, default: Tokens()].input += usage.inputTokens
                state.figures.tokens[model, default: Tokens()].cachedInput += usage.cachedInputTokens
                state.figures.tokens[model, default: Tokens()].output += usage.outputTokens
            }
        }
    }
}

extension RunMeasures.State {
    /// The name that a model counts under.
    fileprivate mutating func label(_ model: String) -> String {
        if models.contains(model) { return model }
        guard models.count < RunMeasures.mostModels else { return RunMeasures.others }
        models.insert(model)
        return model
    }
}

extension RunMeasures: RunObserver {
    /// Takes in where a run stands.
    public func runChanged(_ change: RunChange) {
        state.withLock { state in
            if change.tool != nil {
                guard change.status.isOver else { return }
                return state.figures.ended[End(status: change.status, model: Self.noModel), default: 0] += 1
            }
            if change.status == .running, change.former == .queued {
                state.figures.queueTime.record(.seconds(change.time.timeIntervalSince(change.createdAt)))
            }
            guard change.status.isOver else { return }
            let end = RunMeasures.End(status: change.status, model: state.label(change.model))
            state.figures.ended[end, default: 0] += 1
            state.figures.runTime[change.status, default: DurationHistogram(bounds: DurationHistogram.work)]
                .record(.seconds(change.time.timeIntervalSince(change.createdAt)))
        }
    }
}
