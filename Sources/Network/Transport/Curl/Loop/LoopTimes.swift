/// The current time of a loop, and the deadlines of its transfers.
///
/// It is used on the loop's thread only.
final class LoopTimes {
    /// The time, read each time the thread wakes, which is exact enough for time limits.
    private(set) var now = ContinuousClock.now
    private var deadlines = DeadlineQueue<ObjectIdentifier>()

    /// The next time at which a transfer may be overdue.
    var next: ContinuousClock.Instant? { deadlines.next }

    /// Reads the clock.
    func update() { now = .now }

    /// Schedules a check of a transfer at its deadline, or before it.
    func set(_ transfer: Transfer, to clock: TransferClock) {
        guard let deadline = clock.deadline else { return }
        deadlines.set(ObjectIdentifier(transfer), at: deadline.at)
    }

    /// Schedules a check of a transfer for a reason other than its time limits.
    func scheduleCheck(of transfer: Transfer, noLaterThan instant: ContinuousClock.Instant) {
        deadlines.set(ObjectIdentifier(transfer), at: instant)
    }

    func remove(_ transfer: Transfer) {
        deadlines.remove(ObjectIdentifier(transfer))
    }

    /// Removes and returns one transfer that must be checked now.
    func popDue() -> ObjectIdentifier? {
        deadlines.popDue(at: now)
    }
}
