import AgentTools
import CalendarDays

/// The clock changes of a zone in the years around a day, in ascending order.
///
/// They are computed once because a calendar may have thousands of times in one zone, each of which needs an offset.
struct ZoneTransitions: Equatable {
    /// One change of a zone's clocks.
    struct Transition: Equatable {
        /// The time of the change, by the clock before it.
        let start: CivilTime
        /// The offsets in seconds east of Greenwich, before and after the change.
        let offsetBefore: Int
        let offset: Int
    }

    /// The steps that one zone may use: two changes a year for a hundred years, with the history of a country that changed often.
    static let mostSteps = 3000
    /// The number of years that are computed before and after the day.
    private static let years = (before: 100, after: 10)

    /// The transitions in ascending order; no two have the same time.
    let transitions: [Transition]
    /// The offset before the first transition.
    private let earliest: Int

    /// Computes the transitions of a definition around a day.
    ///
    /// For an observance that started before these years, its last earlier transition is kept too.
    ///
    /// - Throws: ``RecurrenceBudget/Exhausted``, also if the task is cancelled.
    init(
        _ definition: ZoneDefinition,
        around day: CalendarDay,
        budget: inout RecurrenceBudget
    ) throws(RecurrenceBudget.Exhausted) {
        let year = 366 * CivilTime.secondsOfDay
        let middle = CivilTime(day).seconds
        let span = CivilTime(middle - Self.years.before * year)..<CivilTime(middle + Self.years.after * year)
        var found: [CivilTime: Transition] = [:]
        for observance in definition.observances {
            if Task.isCancelled { throw RecurrenceBudget.Exhausted() }
            for start in try observance.starts(in: span, budget: &budget) where found[start] == nil {
                found[start] = Transition(
                    start: start,
                    offsetBefore: observance.offsetBefore,
                    offset: observance.offset
                )
            }
        }
        transitions = found.values.sorted { $0.start < $1.start }
        earliest = definition.observances.min { $0.start < $1.start }?.offsetBefore ?? 0
    }

    /// Returns the offset from UTC, in seconds, of a clock that shows this time in the zone.
    func offset(at time: CivilTime) -> Int {
        // Binary search for the first transition after the time.
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return earliest }
        let latest = transitions[low - 1]
        // A time that the clocks skip is read by the clock before the change.
        let skipped = latest.offset - latest.offsetBefore
        return time.seconds - latest.start.seconds < skipped ? latest.offsetBefore : latest.offset
    }
}

extension ZoneDefinition.Observance {
    /// Returns the observance's starts within a span, and at least one before the span.
    fileprivate func starts(
        in span: Range<CivilTime>,
        budget: inout RecurrenceBudget
    ) throws(RecurrenceBudget.Exhausted) -> [CivilTime] {
        try budget.spend(1 + additions.count)
        let starts = ([start] + additions).filter { $0 < span.upperBound }
        guard let rule, start < span.upperBound else { return starts }
        // Clocks change every year, so the last change before the span, or before the rule ended, is within two rounds. A rule with a
        // count is expanded from its start in any case.
        let last = min(span.lowerBound.seconds, end ?? .max) - 2 * rule.interval * 366 * CivilTime.secondsOfDay
        let from = rule.count == nil ? CivilTime(last) : min(start, CivilTime(last))
        return try starts
            + rule.starts(from: start, in: from..<span.upperBound, isPastEnd: isPastEnd, budget: &budget)
    }

    /// The end of the rule, by the clock before the change.
    private var end: Int? {
        switch rule?.until {
        case nil: nil
        case .utc(let end): end.seconds + offsetBefore
        case .local(let end, _): end.seconds
        case .day(let day): CivilTime(day).seconds + CivilTime.secondsOfDay - 1
        }
    }

    private func isPastEnd(_ time: CivilTime) -> Bool { end.map { time.seconds > $0 } ?? false }
}
