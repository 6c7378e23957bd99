import Synchronization

/// Calls back at deadlines, nearly all of which are taken off before: one task sleeps for all that are set.
///
/// A task that sleeps is held by the system's timer until its time has come, also when it was cancelled long before (Swift 6.3). With one for
/// each round and a deadline of ten minutes, a busy server holds hundreds of megabytes of them.
final class Alarms: Sendable {
    /// Those of this process.
    static let shared = Alarms()

    private let table = Mutex(AlarmTable<@Sendable () -> Void>())

    /// Has `body` called at a time, on a thread of its own choosing, unless it is taken off before.
    func set(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) -> Alarm {
        let rung = Alarm.Rung()
        let (id, isNext) = table.withLock { table in
            table.set(at: time) {
                rung.note()
                body()
            }
        }
        if isNext { look(at: time) }
        return Alarm(id: id, rung: rung, alarms: self)
    }

    /// How many are set.
    var count: Int { table.withLock { $0.count } }

    fileprivate func remove(_ id: Int) { table.withLock { $0.remove(id) } }

    private func look(at appointment: ContinuousClock.Instant) {
        // Detached, for it is nobody's: it serves all that set alarms, and ends when none is set. The time itself is the only reason to
        // sleep here.
        Task.detached { [self] in
            try? await Task.sleep(until: appointment, clock: .continuous)
            let (due, next) = table.withLock { $0.look(at: .now, appointment: appointment) }
            for body in due { body() }
            if let next { look(at: next) }
        }
    }
}

/// An alarm that was set.
struct Alarm: Sendable {
    /// Whether it has rung.
    fileprivate final class Rung: Sendable {
        private let value = Atomic(false)

        func note() { value.store(true, ordering: .releasing) }

        var isNoted: Bool { value.load(ordering: .acquiring) }
    }

    fileprivate let id: Int
    fileprivate let rung: Rung
    fileprivate let alarms: Alarms

    /// Whether it has rung.
    var hasRung: Bool { rung.isNoted }

    /// Takes it off; of no effect once it has rung.
    func remove() { alarms.remove(id) }
}
