import AgentWire

extension RunTimeline {
    /// Records the end of the run with its last events.
    mutating func ended(with ending: LiveRun.Ending, at time: ContinuousClock.Instant) {
        var problem: Problem.Kind?
        for event in ending.events {
            apply(event)
            if case .failed(let reason) = event { problem = reason.kind }
        }
        ended(at: time, problem: problem)
    }
}
