/// The work that the repeating events of one answer may take, so that no calendar keeps the server busy.
struct RecurrenceBudget {
    /// The rounds that may still be looked at, and the instances that may still be made.
    var steps = 500_000

    /// The steps that the zones of all calendars of a day may take.
    static let ofZones = 60_000

    /// There are rules that would take longer.
    struct Exhausted: Error {}

    /// Takes steps for work that is about to be done.
    mutating func take(_ count: Int = 1) throws(Exhausted) {
        guard count <= steps else { throw Exhausted() }
        steps -= count
    }
}

extension RecurrenceRule {
    /// When the instances of an event begin, in order, of those that begin in a span of time.
    ///
    /// The first time counts as an instance, whether it fits the rule or not.
    ///
    /// - Parameters:
    ///   - first: When the event itself begins, by the clock of its zone.
    ///   - span: From when on, and before when.
    ///   - isPastEnd: Whether a time comes after the end that the rule names.
    /// - Throws: ``RecurrenceBudget/Exhausted`` also when the task is cancelled, because nobody waits for the answer.
    func starts(
        from first: CivilTime,
        in span: Range<CivilTime>,
        isPastEnd: (CivilTime) -> Bool,
        budget: inout RecurrenceBudget
    ) throws(RecurrenceBudget.Exhausted) -> [CivilTime] {
        var starts = span.contains(first) ? [first] : []
        var counted = 1
        let times = try times(like: first, budget: &budget)
        let cost = stepsOfRound
        // An instance of a round that began earlier may still be in the span; one that must be counted is looked at in any case.
        var round = count == nil ? self.round(before: span.lowerBound.day, from: first.day) : 0
        while let begin = begin(ofRound: round, from: first.day), begin <= span.upperBound.day,
            counted < count ?? .max
        {
            if round & 0xFF == 0, Task.isCancelled { throw RecurrenceBudget.Exhausted() }
            let days = days(inRound: round, from: first.day)
            // Before they are made: a year of seconds is 31 million instances.
            try budget.take(cost + days.count * times.count)
            for time in picked(days, times) where time > first {
                if isPastEnd(time) || counted >= count ?? .max { return starts }
                counted += 1
                if span.contains(time) { starts.append(time) }
            }
            round += 1
        }
        return starts
    }

    /// The steps of a round, apart from its instances: it goes through the lists of the rule, and through some for each month.
    private var stepsOfRound: Int {
        let once = 1 + yearDays.count + (weekdays.count + monthDays.count + positions.count) / 16
        let monthsOfRound =
            switch frequency {
            case .daily, .weekly: 0
            case .monthly: 1
            case .yearly: months.isEmpty ? 12 : months.count
            }
        // A weekday is on four or five days of a month.
        return once + monthsOfRound * (1 + (monthDays.count + 4 * weekdays.count) / 4)
    }

    /// The seconds of the day at which the instances of a day begin.
    private func times(
        like first: CivilTime,
        budget: inout RecurrenceBudget
    ) throws(RecurrenceBudget.Exhausted) -> [Int] {
        let usual = first.secondOfDay
        let hours = hours.isEmpty ? [usual / 3600] : hours
        let minutes = minutes.isEmpty ? [usual / 60 % 60] : minutes
        let seconds = seconds.isEmpty ? [usual % 60] : seconds
        // Each list is a set in ascending order, so the product is one too.
        try budget.take(hours.count * minutes.count * seconds.count)
        return hours.flatMap { hour in
            minutes.flatMap { minute in seconds.map { hour * 3600 + minute * 60 + $0 } }
        }
    }

    /// The times of a round, of which the rule may pick some by their place.
    private func picked(_ days: [CivilDay], _ times: [Int]) -> [CivilTime] {
        let all = days.flatMap { day in times.map { CivilTime(day, secondOfDay: $0) } }
        guard !positions.isEmpty else { return all }
        let indices = Set(positions.map { $0 > 0 ? $0 - 1 : all.count + $0 }).filter(all.indices.contains)
        return indices.sorted().map { all[$0] }
    }
}
