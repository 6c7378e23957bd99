import Synchronization

/// When what happened to a turn before its model was asked.
final class TurnTimes: Sendable {
    /// When the request came.
    let asked: ContinuousClock.Instant

    private let waits = Mutex<(admitted: ContinuousClock.Instant?, begun: ContinuousClock.Instant?)>((nil, nil))

    init(asked: ContinuousClock.Instant) { self.asked = asked }

    /// The turn was let in, and may wait from now on.
    func admitted(at time: ContinuousClock.Instant) { waits.withLock { $0.admitted = time } }

    /// The turn waits no longer.
    func begun(at time: ContinuousClock.Instant) { waits.withLock { $0.begun = time } }

    /// How long the server itself has taken from the request on; what it waited for other turns is left out.
    func overhead(until time: ContinuousClock.Instant) -> Duration {
        let (admitted, begun) = waits.withLock { $0 }
        guard let admitted, let begun, begun > admitted else { return time - asked }
        return (time - asked) - (begun - admitted)
    }
}
