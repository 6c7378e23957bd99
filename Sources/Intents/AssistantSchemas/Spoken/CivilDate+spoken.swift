import CalendarDays

extension CivilDate {
    /// The moment as RFC 3339 writes it.
    var text: String {
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let zone =
            offset == 0
            ? "Z" : (offset < 0 ? "-" : "+") + digits(abs(offset) / 60) + ":" + digits(abs(offset) % 60)
        return "\(day.text)T\(digits(hour)):\(digits(minute)):\(digits(second))\(zone)"
    }

    /// Returns the moment so many minutes later; `nil` if it is more than a month away.
    ///
    /// - Parameter offset: Returns the offset from UTC in minutes at a local date and time.
    func adding(minutes: Int, offset zone: (SpokenDay, _ hour: Int, _ minute: Int) -> Int) -> CivilDate? {
        let total = hour * 60 + minute + minutes
        guard (0...44_640).contains(minutes) else { return nil }
        func local(_ total: Int) -> (day: CalendarDay, minutes: Int) {
            (self.day.adding(days: total / 1_440), total % 1_440)
        }
        var (day, rest) = local(total)
        // A change of the clock in between moves the end by as much.
        let shift = zone(SpokenDay(day), rest / 60, rest % 60) - offset
        if shift != 0, total + shift >= 0 { (day, rest) = local(total + shift) }
        return CivilDate(day: day, hour: rest / 60, minute: rest % 60, second: second, offset: offset + shift)
    }
}
