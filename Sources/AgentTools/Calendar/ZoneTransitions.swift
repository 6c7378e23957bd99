/// The changes of a zone's clocks in the years around a day, in order.
///
/// They are worked out once, because a calendar may name thousands of times in one zone and each of them asks for an offset.
struct ZoneTransitions: Equatable {
    /// A moment at which the clocks of a zone are set.
    struct Transition: Equatable {
        /// The time by the clock before.
        let begin: CivilTime
        /// Seconds east of Greenwich before and from then on.
        let offsetBefore: Int
        let offset: Int
    }

    /// The steps that one zone may take: twice a year for a hundred years, with the history of a country that often changed its mind.
    static let mostSteps = 3000
    /// The most years that are worked out before and after the day.
    private static let years = (before: 100, after: 10)

    /// No two begin at the same time.
    let transitions: [Transition]
    /// The offset before the first transition.
    private let earliest: Int

    /// Works out the transitions of a definition around a day.
    ///
    /// Of an observance that began earlier, the last transition before those years is kept too.
    ///
    /// - Throws: ``RecurrenceBudget/Exhausted`` also when the task is cancelled.
    init(
        _ definition: ZoneDefinition,
        around day: CivilDay,
        budget: inout RecurrenceBudget
    ) throws(RecurrenceBudget.Exhausted) {
        let year = 366 * CivilTime.secondsOfDay
        let middle = CivilTime(day).seconds
        let span = CivilTime(middle - Self.years.before * year)..<CivilTime(middle + Self.years.after * year)
        var found: [CivilTime: Transition] = [:]
        for observance in definition.observances {
            if Task.isCancelled { throw RecurrenceBudget.Exhausted() }
            for begin in try observance.begins(in: span, budget: &budget) where found[begin] == nil {
                found[begin] = Transition(
                    begin: begin,
                    offsetBefore: observance.offsetBefore,
                    offset: observance.offset
                )
            }
        }
        transitions = found.values.sorted { $0.begin < $1.begin }
        earliest = definition.observances.min { $0.start < $1.start }?.offsetBefore ?? 0
    }

    /// Returns how many seconds a clock of the zone, which shows this time, is ahead of UTC.
    func offset(at time: CivilTime) -> Int {
        // The first transition after the time.
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].begin <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return earliest }
        let latest = transitions[low - 1]
        // A time that the clocks skip is read by the clock before.
        let skipped = latest.offset - latest.offsetBefore
        return time.seconds - latest.begin.seconds < skipped ? latest.offsetBefore : latest.offset
    }
}

extension ZoneDefinition.Observance {
    /// The times at which it begins, of those in a span of time, and at least one before.
    fileprivate func begins(
        in span: Range<CivilTime>,
        budget: inout RecurrenceBudget
    ) throws(RecurrenceBudget.Exhausted) -> [CivilTime] {
        try budget.take(1 + additions.count)
        let begins = ([start] + additions).filter { $0 < span.upperBound }
        guard let rule, start < span.upperBound else { return begins }
        // Clocks are changed every year, so the last change before the span, or before the rule ended, is within two rounds. A rule of
        // some rounds only is looked through from its beginning in any case.
        let last = min(span.lowerBound.seconds, end ?? .max) - 2 * rule.interval * 366 * CivilTime.secondsOfDay
        let from = rule.count == nil ? CivilTime(last) : min(start, CivilTime(last))
        return try begins
            + rule.starts(from: start, in: from..<span.upperBound, isPastEnd: isPastEnd, budget: &budget)
    }

    /// The end that the rule names, by the clock before.
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
