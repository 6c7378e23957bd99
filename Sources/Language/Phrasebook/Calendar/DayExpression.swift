import CalendarDays

/// An expression for a day or a range of days: a pattern, and the function that resolves it.
struct DayExpression: Sendable {
    var pattern: String
    var resolve: @Sendable (Values) -> DayRange?

    init(_ pattern: String, _ resolve: @escaping @Sendable (Values) -> DayRange?) {
        self.pattern = pattern
        self.resolve = resolve
    }

    /// The values in the slots of the pattern, and today's date.
    struct Values {
        var today: CalendarDay
        var numbers: [String: Int] = [:]
        var ranges: [String: DayRange] = [:]

        subscript(_ name: String) -> Int { numbers[name] ?? 0 }

        /// Returns the day in the slot `name`.
        func day(_ name: String) -> CalendarDay? { ranges[name]?.day }

        /// Returns the range in the slot `name`.
        func range(_ name: String) -> DayRange { ranges[name] ?? DayRange() }

        /// The day with the year, month and day in the slots `y`, `m` and `d`.
        var date: DayRange? { CalendarDay(year: self["y"], month: self["m"], day: self["d"]).map(DayRange.single) }

        /// The day with the month and day in the slots `m` and `d`, in the year that brings it nearest to today.
        var nearestDate: DayRange? {
            let year = today.components.year
            return (year - 1...year + 1)
                .compactMap { CalendarDay(year: $0, month: self["m"], day: self["d"]) }
                .min { abs($0.number - today.number) < abs($1.number - today.number) }
                .map(DayRange.single)
        }

        /// The day in the slot `d` of the month after this one.
        var dayOfNextMonth: DayRange? {
            let (year, month, _) = today.components
            return CalendarDay(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: self["d"]).map(
                DayRange.single
            )
        }

        /// The month in the slot `m`, this year, or last year if it has not started yet.
        var latestMonth: DayRange? {
            let (year, month, _) = today.components
            return DayRange.month(self["m"], of: self["m"] > month ? year - 1 : year)
        }

        /// The latest day, today included, that is the day of the week in the slot `w`.
        var latestWeekday: DayRange { .single(today.adding(days: -((today.weekday - self["w"] + 7) % 7))) }

        /// The day of the week in the slot `w`, in the week before this one.
        var weekdayOfLastWeek: DayRange { .single(today.adding(days: -today.weekday - 7 + self["w"])) }

        /// The next day, today included, that is the day of the week in the slot `w`.
        var nextWeekday: DayRange { .single(today.adding(days: (self["w"] - today.weekday + 7) % 7)) }

        /// Returns the day of the week in the slot `w`, some weeks after this one.
        func weekday(weeksAhead weeks: Int) -> DayRange {
            .single(today.adding(days: -today.weekday + weeks * 7 + self["w"]))
        }

        /// Returns the day that is `n` times `unit` days ahead.
        func ahead(unit: Int = 1) -> DayRange? {
            (0...3660).contains(self["n"]) ? .single(today.adding(days: self["n"] * unit)) : nil
        }

        /// The last `n` days up to today.
        var latestDays: DayRange? {
            (1...3660).contains(self["n"]) ? DayRange(first: today.adding(days: 1 - self["n"]), last: today) : nil
        }

        /// Returns the day that is `n` times `unit` days back.
        func ago(unit: Int = 1) -> DayRange? {
            (0...3660).contains(self["n"]) ? .single(today.adding(days: -self["n"] * unit)) : nil
        }
    }
}
