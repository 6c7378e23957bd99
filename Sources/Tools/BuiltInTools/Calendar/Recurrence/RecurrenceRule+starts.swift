import AgentTools
import CalendarDays

/// A limit on the work of expanding the repeating events of one answer, so that no calendar keeps the server busy.
struct RecurrenceBudget {
    /// The number of rounds and instances that may still be computed.
    var steps = 500_000

    /// The number of steps for the zones of all calendars of a day.
    static let ofZones = 60_000

    /// The error of a computation that would exceed its budget.
    struct Exhausted: Error {}

    /// Spends steps on work that is about to be done.
    mutating func spend(_ count: Int = 1) throws(Exhausted) {
        guard count <= steps else { throw Exhausted() }
        steps -= count
    }
}

extension RecurrenceRule {
    /// Returns the starts of an event's instances within a span of time, in ascending order.
    ///
    /// The event's first start is an instance even if it does not match the rule.
    ///
    /// - Parameters:
    ///   - first: The start of the event, by the clock of its zone.
    ///   - span: The span in which instances must start.
    ///   - isPastEnd: Whether a time is after the end that the rule states.
    /// - Throws: ``RecurrenceBudget/Exhausted``, also if the task is cancelled.
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
        // An instance of an earlier round may still be in the span. A rule with a count is expanded from its start in any case.
        var round = count == nil ? self.round(before: span.lowerBound.day, from: first.day) : 0
        while let start = firstDay(ofRound: round, from: first.day), start <= span.upperBound.day,
            counted < count ?? .max
        {
            if round & 0xFF == 0, Task.isCancelled { throw RecurrenceBudget.Exhausted() }
            let days = days(inRound: round, from: first.day)
            // The budget is charged before the instances are made: a year of seconds has 31 million instances.
            try budget.spend(cost + days.count * times.count)
            for time in picked(days, times) where time > first {
                if isPastEnd(time) || counted >= count ?? .max { return starts }
                counted += 1
                if span.contains(time) { starts.append(time) }
            }
            round += 1
        }
        return starts
    }

    /// The steps of a round without its instances: it scans the lists of the rule, and some of them for each month.
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

    /// Returns the seconds of the day at which the instances of a day start.
    private func times(
        like first: CivilTime,
        budget: inout RecurrenceBudget
    ) throws(RecurrenceBudget.Exhausted) -> [Int] {
        let usual = first.secondOfDay
        let hours = hours.isEmpty ? [usual / 3600] : hours
        let minutes = minutes.isEmpty ? [usual / 60 % 60] : minutes
        let seconds = seconds.isEmpty ? [usual % 60] : seconds
        // Each list is a set in ascending order, so the product is one too.
        try budget.spend(hours.count * minutes.count * seconds.count)
        return hours.flatMap { hour in
            minutes.flatMap { minute in seconds.map { hour * 3600 + minute * 60 + $0 } }
        }
    }

    /// Returns the times of a round, limited to the positions that the rule selects.
    private func picked(_ days: [CalendarDay], _ times: [Int]) -> [CivilTime] {
        let all = days.flatMap { day in times.map { CivilTime(day, secondOfDay: $0) } }
        guard !positions.isEmpty else { return all }
        let indices = Set(positions.map { $0 > 0 ? $0 - 1 : all.count + $0 }).filter(all.indices.contains)
        return indices.sorted().map { all[$0] }
    }
}
