/// The pauses of a busy loop, which let one step serve several sockets.
///
/// Waking two threads for each token, the loop's and the reader's, costs more than the token itself. When many transfers are open
/// and two steps or more fall into an interval, the next step starts a fraction of a millisecond after the last one and finds more
/// than one token. As soon as it finds only one, the loop serves each token at once again. So a quiet client, or one with few
/// transfers, never waits.
struct StepPacer {
    typealias Instant = ContinuousClock.Instant

    /// The time from the start of one paced step to the start of the next.
    static let interval = Duration.microseconds(500)
    /// The number of dense steps in a row after which steps are paced.
    static let denseSteps = 16
    /// The number of open transfers from which pacing pays.
    static let minimumTransfers = 8

    private var lastStep: Instant?
    private var denseCount = 0
    private var isPaced = false

    /// Returns the time to wait before the next step.
    mutating func pause(at now: Instant, openTransfers: Int) -> Duration? {
        isPaced = false
        guard let lastStep, openTransfers >= Self.minimumTransfers, denseCount >= Self.denseSteps else { return nil }
        let rest = Self.interval - (now - lastStep)
        guard rest > .zero else { return nil }
        isPaced = true
        return rest
    }

    /// Records the start of a step with its number of ready sockets.
    mutating func recordStep(at now: Instant, readySockets: Int) {
        defer { lastStep = now }
        if isPaced {
            // Pacing does not help when the step found only one socket.
            if readySockets < 2 { denseCount = 0 }
        } else {
            let isDense = lastStep.map { self.isDense(now - $0, readySockets) } ?? false
            denseCount = isDense ? min(denseCount + 1, Self.denseSteps) : 0
        }
    }

    /// Whether, at this pace, an interval would bring more than one socket.
    private func isDense(_ time: Duration, _ readySockets: Int) -> Bool {
        time < Self.interval / 2 || readySockets > 1 && time < Self.interval * 2
    }
}
