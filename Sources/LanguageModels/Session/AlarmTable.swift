/// Which alarms are set and when somebody has to look at them; does nothing itself.
struct AlarmTable<Body> {
    private var lastID = 0
    private var alarms: [Int: (time: ContinuousClock.Instant, body: Body)] = [:]
    /// The times at which somebody will look: at most one for each time.
    private var looks: Set<ContinuousClock.Instant> = []

    /// How many are set.
    var count: Int { alarms.count }

    /// How many times somebody will look, as far as it is known.
    var lookCount: Int { looks.count }

    /// Sets an alarm.
    ///
    /// - Returns: What ``remove(_:)`` takes, and whether somebody has to look at its time, for nobody looks before.
    mutating func set(at time: ContinuousClock.Instant, _ body: Body) -> (id: Int, isNext: Bool) {
        lastID += 1
        alarms[lastID] = (time, body)
        return (lastID, appoint(time))
    }

    /// Takes an alarm off.
    ///
    /// Who was to look for its sake still does, and finds others or none.
    mutating func remove(_ id: Int) { alarms[id] = nil }

    /// Somebody looks, who was told to look at `appointment`.
    ///
    /// - Returns: What is due, the earliest first, and when they have to look again; `nil` when there is nothing to look for, or somebody
    ///   else does.
    mutating func look(
        at now: ContinuousClock.Instant,
        appointment: ContinuousClock.Instant
    ) -> (due: [Body], next: ContinuousClock.Instant?) {
        looks.remove(appointment)
        let due = alarms.filter { $0.value.time <= now }.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
        for (id, _) in due { alarms[id] = nil }
        let next = alarms.values.map(\.time).min()
        return (due.map(\.value.body), next.flatMap { appoint($0) ? $0 : nil })
    }

    /// Notes that somebody looks at a time; false when somebody looks before, who then sees to it.
    private mutating func appoint(_ time: ContinuousClock.Instant) -> Bool {
        if let first = looks.min(), first <= time { return false }
        looks.insert(time)
        return true
    }
}
