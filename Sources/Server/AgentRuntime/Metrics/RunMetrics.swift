import Accounts
public import AgentWire
import Foundation
public import Storage
import Synchronization
public import Telemetry
import Transport

/// Counts runs, tokens and times.
///
/// It holds no text, client or key, and a bounded number of names of models and tools.
public final class RunMetrics: Sendable {
    /// The counts at one moment.
    public struct Figures: Sendable {
        /// The number of ended runs, by status and model.
        public internal(set) var ended: [End: Int] = [:]
        /// The number of refused turns, by the kind of problem.
        public internal(set) var refused: [Problem.Kind: Int] = [:]
        /// The number of tokens used, by model.
        public internal(set) var tokens: [String: Tokens] = [:]
        /// The time from the request to the first piece of the model's answer, by model.
        public internal(set) var firstToken: [String: DurationHistogram] = [:]
        /// The time from the request to the run's end, by the run's final status; without direct calls, whose time is in ``toolTime``.
        public internal(set) var runTime: [RunStatus: DurationHistogram] = [:]
        /// The time that runs waited for a slot or their conversation; without direct calls, which never wait.
        public internal(set) var queueTime = DurationHistogram(bounds: DurationHistogram.work)
        /// The time that the server itself added before it called a model, without the time in the queue.
        public internal(set) var addedTime = DurationHistogram(bounds: DurationHistogram.overhead)
        /// The duration of tool calls, by tool and result.
        public internal(set) var toolTime: [ToolEnd: DurationHistogram] = [:]
    }

    /// The final status of a run, with its model.
    public struct End: Sendable, Hashable {
        /// The final status.
        public var status: RunStatus
        /// The model, as the request or the settings name it.
        public var model: String
    }

    /// The result of a tool call.
    public struct ToolEnd: Sendable, Hashable {
        /// The tool.
        public var tool: String
        /// Whether the call failed.
        public var isError: Bool
    }

    /// The token counts of a model.
    public struct Tokens: Sendable, Hashable {
        /// The tokens read, including those from the provider's cache.
        public var input = 0
        /// The tokens read from the provider's cache.
        public var cachedInput = 0
        /// The tokens read that were written to the provider's cache.
        public var writtenInput = 0
        /// The tokens written.
        public var output = 0

        /// The share of the tokens read that came from the provider's cache, from 0 to 1; `nil` if none were read.
        public var cachedShare: Double? { input > 0 ? Double(cachedInput) / Double(input) : nil }
    }

    /// The label for models and tools without a label of their own.
    public static let others = "(others)"
    /// The label for runs without a model: direct calls.
    public static let noModel = "(none)"

    fileprivate struct State {
        var figures = Figures()
        var models: Set<String> = []
    }

    /// A bound on the names of models, although the settings define all of them today.
    private static let mostModels = 200

    private let tools: Set<String>
    private let state = Mutex(State())

    /// Makes metrics in which every count is zero.
    ///
    /// - Parameter tools: The tools with a label of their own; a model may call for others.
    public init(tools: [String] = []) { self.tools = Set(tools) }

    /// The current counts.
    public var figures: Figures { state.withLock { $0.figures } }

    /// Counts a refused turn.
    func recordRefusal(_ kind: Problem.Kind) { state.withLock { $0.figures.refused[kind, default: 0] += 1 } }

    /// Records the time that the server needed before it called a turn's first model.
    func recordOverhead(_ duration: Duration) { state.withLock { $0.figures.addedTime.record(duration) } }

    /// Records the time from the request to the first piece of an answer.
    func recordFirstToken(of model: String, after duration: Duration) {
        state.withLock { state in
            let model = state.label(model)
            state.figures.firstToken[model, default: DurationHistogram(bounds: DurationHistogram.work)].record(duration)
        }
    }

    /// Records the end of a tool call.
    func recordToolCall(_ name: String, isError: Bool, after duration: Duration) {
        let end = ToolEnd(tool: tools.contains(name) ? name : Self.others, isError: isError)
        state.withLock {
            $0.figures.toolTime[end, default: DurationHistogram(bounds: DurationHistogram.work)].record(duration)
        }
    }

    /// Adds the tokens that a turn used.
    func recordUsage(_ usage: [TurnUsage]) {
        state.withLock { state in
            for usage in usage {
                let model = state.label(usage.model)
                state.figures.tokens[model, default: Tokens()].input += usage.inputTokens
                state.figures.tokens[model, default: Tokens()].cachedInput += usage.cachedInputTokens
                state.figures.tokens[model, default: Tokens()].writtenInput += usage.writtenTokens
                state.figures.tokens[model, default: Tokens()].output += usage.outputTokens
            }
        }
    }
}

extension RunMetrics.State {
    /// Returns the label of a model.
    fileprivate mutating func label(_ model: String) -> String {
        if models.contains(model) { return model }
        guard models.count < RunMetrics.mostModels else { return RunMetrics.others }
        models.insert(model)
        return model
    }
}

extension RunMetrics: RunObserver {
    /// Records a state change of a run.
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
            let end = RunMetrics.End(status: change.status, model: state.label(change.model))
            state.figures.ended[end, default: 0] += 1
            state.figures.runTime[change.status, default: DurationHistogram(bounds: DurationHistogram.work)]
                .record(.seconds(change.time.timeIntervalSince(change.createdAt)))
        }
    }
}
