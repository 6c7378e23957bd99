extension CivilDate {
    init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, offset: Int) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second, self.offset) = (hour, minute, second, offset)
    }

    /// The moment as RFC 3339 writes it.
    var text: String {
        func digits(_ number: Int, _ width: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let zone =
            offset == 0
            ? "Z" : (offset < 0 ? "-" : "+") + digits(abs(offset) / 60) + ":" + digits(abs(offset) % 60)
        return "\(digits(year, 4))-\(digits(month))-\(digits(day))T"
            + "\(digits(hour)):\(digits(minute)):\(digits(second))\(zone)"
    }

    /// Returns the moment so many minutes later; `nil` if it is more than a month away.
    ///
    /// - Parameter offset: Returns the offset from UTC in minutes at a local date and time.
    func adding(minutes: Int, offset zone: (SpokenDay, _ hour: Int, _ minute: Int) -> Int) -> CivilDate? {
        let total = hour * 60 + minute + minutes
        guard (0...44_640).contains(minutes) else { return nil }
        func local(_ total: Int) -> (day: SpokenDay, minutes: Int) {
            var (day, rest) = (SpokenDay(year: self.year, month: self.month, day: self.day), total)
            while rest >= 1_440 { (day, rest) = (day.next, rest - 1_440) }
            return (day, rest)
        }
        var (day, rest) = local(total)
        // A change of the clock in between moves the end by as much.
        let shift = zone(day, rest / 60, rest % 60) - offset
        if shift != 0, total + shift >= 0 { (day, rest) = local(total + shift) }
        return CivilDate(
            year: day.year,
            month: day.month,
            day: day.day,
            hour: rest / 60,
            minute: rest % 60,
            second: second,
            offset: offset + shift
        )
    }
}
