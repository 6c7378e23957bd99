import Synchronization

/// A timer for deadlines that uses one sleeping task for all alarms, because nearly all of them are removed before
/// they are due.
///
/// The system's timer holds a sleeping task until its time, even if it was cancelled long before (Swift 6.3). With one
/// task for each round and a deadline of ten minutes, a busy server would hold hundreds of megabytes of them.
final class Alarms: Sendable {
    /// The timer of this process.
    static let shared = Alarms()

    private let table = Mutex(AlarmTable<@Sendable () -> Void>())

    /// Calls `body` at a time, on any thread, unless the alarm is removed before.
    func set(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) -> Alarm {
        let rung = Alarm.Rung()
        let (id, isNext) = table.withLock { table in
            table.set(at: time) {
                rung.set()
                body()
            }
        }
        if isNext { check(at: time) }
        return Alarm(id: id, rung: rung, alarms: self)
    }

    /// The number of alarms that are set.
    var count: Int { table.withLock { $0.count } }

    fileprivate func remove(_ id: Int) { table.withLock { $0.remove(id) } }

    private func check(at scheduledTime: ContinuousClock.Instant) {
        // Detached, because the task serves all alarms and belongs to no caller; it ends when no alarm is set. It
        // sleeps only for the deadline itself.
        Task.detached { [self] in
            try? await Task.sleep(until: scheduledTime, clock: .continuous)
            let (due, next) = table.withLock { $0.check(at: .now, scheduledTime: scheduledTime) }
            for body in due { body() }
            if let next { check(at: next) }
        }
    }
}

/// A handle of one alarm.
struct Alarm: Sendable {
    /// A flag that is set when the alarm rings.
    fileprivate final class Rung: Sendable {
        private let value = Atomic(false)

        func set() { value.store(true, ordering: .releasing) }

        var isSet: Bool { value.load(ordering: .acquiring) }
    }

    fileprivate let id: Int
    fileprivate let rung: Rung
    fileprivate let alarms: Alarms

    /// Whether the alarm has rung.
    var hasRung: Bool { rung.isSet }

    /// Removes the alarm; has no effect once it has rung.
    func remove() { alarms.remove(id) }
}
