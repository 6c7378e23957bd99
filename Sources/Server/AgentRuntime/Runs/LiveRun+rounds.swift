import Accounts
import AgentWire
import LanguageModels
import Synchronization

extension LiveRun {
    /// Records the start of a model call.
    ///
    /// - Parameter lane: The meter that counts it, which has one round at a time.
    func roundStarted(_ lane: Int, at time: ContinuousClock.Instant) {
        state.withLock { $0.timeline.roundStarted(lane, model: identity.model, at: time) }
        timelineChanged(self)
    }

    /// Records the end of a model call.
    ///
    /// - Parameters:
    ///   - report: The report of the session; `nil` for a call that was abandoned without one.
    ///   - counted: The tokens that the client is charged: the provider's count, or an estimate; `nil` for none.
    ///   - end: The end of the executor's call; `nil` if it has not ended.
    func roundEnded(
        _ lane: Int,
        _ report: RoundReport?,
        _ counted: TurnUsage?,
        _ end: UsageCount.RoundEnd?,
        at time: ContinuousClock.Instant
    ) {
        let usage = counted.map {
            RunTimeline.RoundUsage(input: $0.inputTokens, cached: $0.cachedInputTokens, output: $0.outputTokens)
        }
        let way: RunTimeline.Round.End? =
            switch end {
            case .failed: .failed
            case .brokenOff, nil: .stopped
            case .whole:
                (report?.isWhole ?? false)
                    ? report.flatMap { FinishReason($0.metadata) }.map { .finished($0) } : .stopped
            }
        state.withLock { state in
            state.timeline.roundEnded(
                lane,
                model: report?.metadata.modelName,
                firstContent: report?.firstContentAt,
                usage: usage ?? RunTimeline.RoundUsage(),
                end: way,
                at: time
            )
        }
        timelineChanged(self)
    }
}
