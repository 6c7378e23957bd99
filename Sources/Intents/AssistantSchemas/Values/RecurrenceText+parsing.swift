import CalendarDays

extension RecurrenceText {
    /// Reads the value of an `RRULE`; `nil` for a text that is none, and for one with a part that clients cannot read.
    ///
    /// The parts `FREQ`, `INTERVAL`, `COUNT`, `UNTIL`, `BY…` and `WKST` are known; `WKST` is dropped unless it is `MO`, the
    /// default, because Foundation's rules have none.
    public init?(_ description: String) {
        guard description.utf8.count <= 500 else { return nil }
        var values: [String: String] = [:]
        var text = description.uppercased()
        if text.hasPrefix("RRULE:") { text.removeFirst(6) }
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[1].isEmpty, values.updateValue(String(pair[1]), forKey: String(pair[0])) == nil
            else { return nil }
        }
        guard let frequency = values.removeValue(forKey: "FREQ").flatMap(Frequency.init(rawValue:)) else { return nil }
        self.init(frequency: frequency)
        if let text = values.removeValue(forKey: "INTERVAL") {
            guard let number = Self.number(text, in: 1...9_999, isSigned: false) else { return nil }
            interval = number
        }
        switch (values.removeValue(forKey: "COUNT"), values.removeValue(forKey: "UNTIL")) {
        case (nil, nil): break
        case (let text?, nil):
            guard let count = Self.number(text, in: 1...99_999, isSigned: false) else { return nil }
            end = .count(count)
        case (nil, let text?):
            guard let until = End(until: text) else { return nil }
            end = until
        case (_?, _?): return nil
        }
        for text in values.removeValue(forKey: "BYDAY")?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            guard let weekday = Weekday(text) else { return nil }
            weekdays.append(weekday)
        }
        for part in Part.allCases {
            guard let text = values.removeValue(forKey: part.rawValue) else { continue }
            let (range, isSigned) = part.limits
            for value in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let number = Self.number(value, in: range, isSigned: isSigned) else { return nil }
                numbers[part, default: []].append(number)
            }
        }
        if let start = values.removeValue(forKey: "WKST"), start != Weekday.Day.monday.rawValue { return nil }
        guard values.isEmpty else { return nil }
    }

    /// Reads decimal digits, with a sign if one is allowed; the range is that of the magnitude.
    fileprivate static func number(_ text: some StringProtocol, in range: ClosedRange<Int>, isSigned: Bool) -> Int? {
        let hasSign = text.hasPrefix("-") || text.hasPrefix("+")
        let digits = hasSign ? text.dropFirst() : text[...]
        guard isSigned || !hasSign, (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let magnitude = Int(digits), range.contains(magnitude)
        else { return nil }
        return text.hasPrefix("-") ? -magnitude : magnitude
    }
}

extension RecurrenceText.Weekday {
    init?(_ text: some StringProtocol) {
        guard let day = Day(rawValue: String(text.suffix(2))) else { return nil }
        let number = text.dropLast(2)
        if number.isEmpty {
            self.init(day)
        } else if let ordinal = RecurrenceText.number(number, in: 1...53, isSigned: true) {
            self.init(day, ordinal: ordinal)
        } else {
            return nil
        }
    }
}

extension RecurrenceText.End {
    init?(until text: String) {
        let bytes = Array(text.utf8)
        func digits(_ range: Range<Int>) -> Int? {
            range.reduce(0 as Int?) { value, index in
                guard let value, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else { return nil }
                return value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
            }
        }
        guard bytes.count == 8 || bytes.count == 16, let year = digits(0..<4), let month = digits(4..<6),
            let day = digits(6..<8), CalendarDay(year: year, month: month, day: day) != nil
        else { return nil }
        guard bytes.count == 16 else {
            self = .until(year: year, month: month, day: day, time: nil)
            return
        }
        guard bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"), let hour = digits(9..<11), hour < 24,
            let minute = digits(11..<13), minute < 60, let second = digits(13..<15), second < 60
        else { return nil }
        self = .until(year: year, month: month, day: day, time: Time(hour: hour, minute: minute, second: second))
    }
}
