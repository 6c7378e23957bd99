/// The time as a loop sees it, and the deadlines of what it has in hand.
///
/// It lives on the loop's thread.
final class LoopTimes {
    /// Read once for each time the thread wakes, which is exact enough for time limits.
    private(set) var now = ContinuousClock.now
    private var deadlines = DeadlineQueue<ObjectIdentifier>()

    /// The next moment at which somebody may be late.
    var next: ContinuousClock.Instant? { deadlines.next }

    /// Looks at the clock.
    func update() { now = .now }

    /// Makes sure that a transfer is looked at when its time is up; the moment may be too early.
    func set(_ transfer: Transfer, to clock: TransferClock) {
        guard let deadline = clock.deadline else { return }
        deadlines.set(ObjectIdentifier(transfer), at: deadline.at)
    }

    /// Makes sure that a transfer is looked at, for another reason than its time limits.
    func look(at transfer: Transfer, noLaterThan instant: ContinuousClock.Instant) {
        deadlines.set(ObjectIdentifier(transfer), at: instant)
    }

    func remove(_ transfer: Transfer) {
        deadlines.remove(ObjectIdentifier(transfer))
    }

    /// One transfer that must be looked at now.
    func popDue() -> ObjectIdentifier? {
        deadlines.popDue(at: now)
    }
}
