/// The decisions of a shared timer: the alarms that are set and the times at which to check them.
///
/// The table has no effects of its own.
struct AlarmTable<Body> {
    private var lastID = 0
    private var alarms: [Int: (time: ContinuousClock.Instant, body: Body)] = [:]
    /// The times of the scheduled checks, each at most once.
    private var scheduledChecks: Set<ContinuousClock.Instant> = []

    /// The number of alarms that are set.
    var count: Int { alarms.count }

    /// The number of scheduled checks.
    var scheduledCheckCount: Int { scheduledChecks.count }

    /// Sets an alarm.
    ///
    /// - Returns: The id for ``remove(_:)``, and whether the caller must schedule a check at the alarm's time, because
    ///   no earlier check is scheduled.
    mutating func set(at time: ContinuousClock.Instant, _ body: Body) -> (id: Int, isNext: Bool) {
        lastID += 1
        alarms[lastID] = (time, body)
        return (lastID, schedule(time))
    }

    /// Removes an alarm.
    ///
    /// A check scheduled for it still happens, and finds other alarms or none.
    mutating func remove(_ id: Int) { alarms[id] = nil }

    /// Performs a check that was scheduled for `scheduledTime`.
    ///
    /// - Returns: The bodies of the alarms that are due, the earliest first, and the time of the next check to
    ///   schedule; `nil` if no alarm is left or another check is scheduled.
    mutating func check(
        at now: ContinuousClock.Instant,
        scheduledTime: ContinuousClock.Instant
    ) -> (due: [Body], next: ContinuousClock.Instant?) {
        scheduledChecks.remove(scheduledTime)
        let due = alarms.filter { $0.value.time <= now }.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
        for (id, _) in due { alarms[id] = nil }
        let next = alarms.values.map(\.time).min()
        return (due.map(\.value.body), next.flatMap { schedule($0) ? $0 : nil })
    }

    /// Records a check at this time and returns true; returns false if an earlier check is scheduled, because that one
    /// schedules the next.
    private mutating func schedule(_ time: ContinuousClock.Instant) -> Bool {
        if let first = scheduledChecks.min(), first <= time { return false }
        scheduledChecks.insert(time)
        return true
    }
}
