import AgentWire
import Foundation
import Storage
import Synchronization

extension LiveRun {
    /// The run in the form of the store's list.
    var listing: RunListing { state.withLock { listing($0) } }

    private func listing(_ state: borrowing State) -> RunListing {
        RunListing(
            id: id,
            owner: identity.owner,
            model: identity.model,
            tool: identity.tool,
            status: state.machine.status,
            createdAt: identity.createdAt,
            updatedAt: state.changedAt,
            counts: state.timeline.countsText
        )
    }

    /// The run with its spans.
    var wireTimeline: WireRunTimeline {
        let (run, spans, omittedCount) = state.withLock { state in
            (listing(state), state.timeline.spans, state.timeline.omittedCount)
        }
        return WireRunTimeline(run: run.wire, spans: spans.map(\.wire), omittedSpans: omittedCount)
    }
}

extension RunListing {
    /// The run in the form of the admin interface, without the client's name.
    var wire: WireRun {
        let counts = RunTimeline.Counts(text: counts)
        let elapsed = status.isOver ? Int((max(0, updatedAt.timeIntervalSince(createdAt)) * 1000).rounded()) : nil
        return WireRun(
            id: id,
            client: owner.client,
            model: model.isEmpty ? nil : model,
            tool: tool,
            status: WireRun.Status(status),
            createdAt: createdAt,
            updatedAt: updatedAt,
            queueMilliseconds: counts.queueTime,
            // A run that a killed process left has no recorded end.
            durationMilliseconds: counts.duration ?? elapsed,
            rounds: counts.rounds,
            toolCalls: counts.toolCalls,
            inputTokens: counts.usage.input,
            cachedTokens: counts.usage.cached,
            outputTokens: counts.usage.output,
            problem: counts.problem?.rawValue,
            user: owner.user
        )
    }
}

extension WireRun.Status {
    init(_ status: RunStatus) {
        self =
            switch status {
            case .queued: .queued
            case .running: .running
            case .waiting: .waiting
            case .completed: .completed
            case .failed: .failed
            case .cancelled: .cancelled
            case .interrupted: .interrupted
            }
    }
}

extension RunTimeline.Span {
    /// The span in the form of the admin interface.
    var wire: WireRunSpan {
        var span = WireRunSpan(kind: .queue, startMilliseconds: start, durationMilliseconds: duration)
        switch kind {
        case .queue: break
        case .round(let round):
            span.kind = .round
            span.round = round.number
            let parts = round.model.split(separator: ":", maxSplits: 1).map(String.init)
            span.modelCall = .init(
                upstream: parts.first ?? "",
                model: parts.count > 1 ? parts[1] : nil,
                firstTokenMilliseconds: round.firstContent,
                inputTokens: round.usage.input,
                cachedTokens: round.usage.cached,
                outputTokens: round.usage.output,
                finish: round.end?.word
            )
        case .tool(let call):
            span.kind = .tool
            span.round = call.round
            span.tool = call.tool
            span.state = call.state.rawValue
        case .wait(let wait):
            span.kind = .wait
            span.round = wait.round
            span.tool = wait.tool
            span.wait = wait.kind.rawValue
        }
        return span
    }
}
