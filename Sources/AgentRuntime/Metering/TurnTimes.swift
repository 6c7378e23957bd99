import Synchronization

/// The times of a turn before its model is called.
final class TurnTimes: Sendable {
    /// The time at which the request arrived.
    let asked: ContinuousClock.Instant

    private let waits = Mutex<(admitted: ContinuousClock.Instant?, begun: ContinuousClock.Instant?)>((nil, nil))

    init(asked: ContinuousClock.Instant) { self.asked = asked }

    /// Records that the turn was admitted.
    ///
    /// It may wait from now on.
    func admitted(at time: ContinuousClock.Instant) { waits.withLock { $0.admitted = time } }

    /// Records that the turn waits no longer.
    func begun(at time: ContinuousClock.Instant) { waits.withLock { $0.begun = time } }

    /// Returns the time that the server itself used since the request, without the time that the turn waited for other turns.
    func overhead(until time: ContinuousClock.Instant) -> Duration {
        let (admitted, begun) = waits.withLock { $0 }
        guard let admitted, let begun, begun > admitted else { return time - asked }
        return (time - asked) - (begun - admitted)
    }
}
