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
    /// - Parameter end: The end of the executor's call; `nil` if it has not ended.
    func roundEnded(_ lane: Int, _ report: RoundReport, _ end: UsageCount.RoundEnd?, at time: ContinuousClock.Instant) {
        let usage = RunTimeline.RoundUsage(
            input: max(0, report.usage.input.totalTokenCount),
            cached: max(0, report.usage.input.cachedTokenCount),
            output: max(0, report.usage.output.totalTokenCount)
        )
        let way: RunTimeline.Round.End? =
            switch end {
            case .failed: .failed
            case .brokenOff, nil: .stopped
            case .whole: report.isWhole ? FinishReason(report.metadata).map { .finished($0) } : .stopped
            }
        state.withLock { state in
            state.timeline.roundEnded(
                lane,
                model: report.metadata.modelName,
                firstContent: report.firstContentAt,
                usage: usage,
                end: way,
                at: time
            )
        }
        timelineChanged(self)
    }
}
