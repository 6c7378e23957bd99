import CalendarDays

extension RecurrenceRule {
    /// Returns the days of one round in ascending order; round 0 is the round of the first day.
    func days(inRound round: Int, from first: CalendarDay) -> [CalendarDay] {
        let (year, month, day) = first.components
        switch frequency {
        case .daily:
            return [CalendarDay(number: first.number + round * interval)].filter(isAllowed)
        case .weekly:
            let monday = startOfWeek(of: first).number + 7 * round * interval
            let numbers = weekdays.isEmpty ? [first.weekday] : weekdays.map(\.number)
            return (0..<7).map { CalendarDay(number: monday + $0) }
                .filter { numbers.contains($0.weekday) && (months.isEmpty || months.contains($0.components.month)) }
        case .monthly:
            let index = year * 12 + month - 1 + round * interval
            return days(ofMonth: index % 12 + 1, index / 12, usual: day)
        case .yearly:
            return days(ofYear: year + round * interval, usual: (month, day))
        }
    }

    /// Returns the start of a round's period; no day of the round is before it.
    func firstDay(ofRound round: Int, from first: CalendarDay) -> CalendarDay? {
        let (year, month, _) = first.components
        switch frequency {
        case .daily: return CalendarDay(number: first.number + round * interval)
        case .weekly: return CalendarDay(number: startOfWeek(of: first).number + 7 * round * interval)
        case .monthly:
            let index = year * 12 + month - 1 + round * interval
            return CalendarDay(year: index / 12, month: index % 12 + 1, day: 1)
        case .yearly: return CalendarDay(year: year + round * interval, month: 1, day: 1)
        }
    }

    /// Returns a round before every round with days after `day`; useful only for a rule without a count.
    func round(before day: CalendarDay, from first: CalendarDay) -> Int {
        let (year, month, _) = first.components
        let (otherYear, otherMonth, _) = day.components
        let distance =
            switch frequency {
            case .daily: day.number - first.number
            case .weekly: (day.number - first.number) / 7
            case .monthly: (otherYear - year) * 12 + otherMonth - month
            case .yearly: otherYear - year
            }
        return max(0, distance / interval - 1)
    }

    private func startOfWeek(of day: CalendarDay) -> CalendarDay {
        CalendarDay(number: day.number - (day.weekday - weekStart + 7) % 7)
    }

    /// Whether the lists of a daily rule, or of a rule with days of the year, allow a day.
    private func isAllowed(_ day: CalendarDay) -> Bool {
        let (year, month, date) = day.components
        return (months.isEmpty || months.contains(month))
            && (monthDays.isEmpty || monthDays.contains(date)
                || monthDays.contains(date - CalendarDay.dayCount(ofMonth: month, in: year) - 1))
            && (weekdays.isEmpty || weekdays.contains { $0.number == day.weekday })
    }

    private func days(ofYear year: Int, usual: (month: Int, day: Int)) -> [CalendarDay] {
        guard (1...9999).contains(year), let start = CalendarDay(year: year, month: 1, day: 1) else { return [] }
        if !yearDays.isEmpty {
            let length = CalendarDay.dayCount(ofMonth: 2, in: year) + 337
            return Set(yearDays.map { $0 > 0 ? $0 - 1 : length + $0 }).filter { (0..<length).contains($0) }
                .map { CalendarDay(number: start.number + $0) }.filter(isAllowed).sorted()
        }
        if months.isEmpty, monthDays.isEmpty, !weekdays.isEmpty {
            return matching(start, length: CalendarDay.dayCount(ofMonth: 2, in: year) + 337)
        }
        if months.isEmpty, monthDays.isEmpty { return days(ofMonth: usual.month, year, usual: usual.day) }
        return (months.isEmpty ? Array(1...12) : Set(months).sorted()).flatMap { month in
            days(ofMonth: month, year, usual: usual.day)
        }
    }

    private func days(ofMonth month: Int, _ year: Int, usual: Int) -> [CalendarDay] {
        guard let start = CalendarDay(year: year, month: month, day: 1), months.isEmpty || months.contains(month) else {
            return []
        }
        let length = CalendarDay.dayCount(ofMonth: month, in: year)
        if monthDays.isEmpty, !weekdays.isEmpty { return matching(start, length: length) }
        let dates = monthDays.isEmpty ? [usual] : monthDays.map { $0 > 0 ? $0 : length + 1 + $0 }
        let days = Set(dates).filter { (1...length).contains($0) }.sorted().map {
            CalendarDay(number: start.number + $0 - 1)
        }
        guard !weekdays.isEmpty else { return days }
        let allowed = Set(matching(start, length: length))
        return days.filter(allowed.contains)
    }

    /// Returns the days of a month or a year that match the rule's weekdays.
    private func matching(_ start: CalendarDay, length: Int) -> [CalendarDay] {
        var numbers: Set<Int> = []
        for weekday in weekdays {
            let first = (weekday.number - start.weekday + 7) % 7
            let count = (length - first + 6) / 7
            switch weekday.ordinal {
            case nil: numbers.formUnion(stride(from: first, to: length, by: 7))
            case let ordinal? where ordinal > 0 && ordinal <= count: numbers.insert(first + 7 * (ordinal - 1))
            case let ordinal? where ordinal < 0 && -ordinal <= count: numbers.insert(first + 7 * (count + ordinal))
            default: break
            }
        }
        return numbers.sorted().map { CalendarDay(number: start.number + $0) }
    }
}
