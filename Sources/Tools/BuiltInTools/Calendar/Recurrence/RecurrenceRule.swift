import CalendarDays

/// A rule by which an event repeats daily, weekly, monthly or yearly (RFC 5545 §3.3.10).
struct RecurrenceRule: Hashable {
    /// The period that one round of the rule covers.
    enum Frequency: String {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A day of the week, or only its n-th occurrence in a month or a year.
    struct Weekday: Hashable {
        /// From Monday (0) to Sunday (6).
        let number: Int
        /// The position from the start, or negative from the end; `nil` for every occurrence.
        let ordinal: Int?
    }

    var frequency: Frequency
    var interval = 1
    var count: Int?
    var until: CalendarMoment?
    var weekdays: [Weekday] = []
    var monthDays: [Int] = []
    var yearDays: [Int] = []
    var months: [Int] = []
    var hours: [Int] = []
    var minutes: [Int] = []
    var seconds: [Int] = []
    var positions: [Int] = []
    /// The first day of a week.
    var weekStart = 0

    /// Reads a rule; `nil` if it is malformed or unsupported: by week numbers, hourly or more frequent, or in another calendar.
    init?(_ text: String) {
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
        }
        guard let frequency = parts.removeValue(forKey: "FREQ").flatMap(Frequency.init) else { return nil }
        self.frequency = frequency
        for (name, value) in parts where !read(name, value) { return nil }
        // The standard forbids both, and a rule with two ends is ambiguous.
        if count != nil, until != nil { return nil }
        if frequency == .weekly, !monthDays.isEmpty { return nil }
        if frequency != .yearly, !yearDays.isEmpty { return nil }
        // "The second Tuesday" has a meaning only within a month or a year.
        if frequency == .weekly || frequency == .daily, weekdays.contains(where: { $0.ordinal != nil }) { return nil }
    }

    private mutating func read(_ name: String, _ value: String) -> Bool {
        switch name {
        case "INTERVAL":
            guard let number = Int(value), (1...100_000).contains(number) else { return false }
            interval = number
        case "COUNT":
            guard let number = Int(value), number >= 1 else { return false }
            count = number
        case "UNTIL":
            until = CalendarMoment(value)
            return until != nil
        case "WKST":
            guard let number = Self.days[value] else { return false }
            weekStart = number
        case "BYDAY":
            return Self.weekdays(value, into: &weekdays)
        case "BYMONTH": return Self.numbers(value, 1...12, into: &months)
        case "BYMONTHDAY": return Self.numbers(value, 1...31, signed: true, into: &monthDays)
        case "BYYEARDAY": return Self.numbers(value, 1...366, signed: true, into: &yearDays)
        case "BYSETPOS": return Self.numbers(value, 1...366, signed: true, into: &positions)
        case "BYHOUR": return Self.numbers(value, 0...23, into: &hours)
        case "BYMINUTE": return Self.numbers(value, 0...59, into: &minutes)
        case "BYSECOND": return Self.numbers(value, 0...59, into: &seconds)
        case "RSCALE": return value == "GREGORIAN"
        case "SKIP": return value == "OMIT"
        // Vendors' extensions do not change the rule.
        default: return name.hasPrefix("X-")
        }
        return true
    }

    private static let days = ["MO": 0, "TU": 1, "WE": 2, "TH": 3, "FR": 4, "SA": 5, "SU": 6]

    private static func weekdays(_ text: String, into weekdays: inout [Weekday]) -> Bool {
        var seen: Set<Weekday> = []
        for part in text.utf8.split(separator: UInt8(ascii: ",")) {
            guard let weekday = weekday(part) else { return false }
            if seen.insert(weekday).inserted { weekdays.append(weekday) }
        }
        return !weekdays.isEmpty
    }

    private static func weekday(_ text: Substring.UTF8View) -> Weekday? {
        guard let number = days[String(decoding: text.suffix(2), as: UTF8.self)] else { return nil }
        let prefix = text.dropLast(2)
        guard !prefix.isEmpty else { return Weekday(number: number, ordinal: nil) }
        guard let ordinal = integer(prefix), (1...53).contains(ordinal.magnitude) else { return nil }
        return Weekday(number: number, ordinal: ordinal)
    }

    /// Reads a list of numbers as a set in ascending order, because repeated numbers add nothing.
    ///
    /// The result is then no longer than the range, however long the text is.
    private static func numbers(
        _ text: String,
        _ range: ClosedRange<UInt>,
        signed: Bool = false,
        into numbers: inout [Int]
    ) -> Bool {
        var read: Set<Int> = []
        for part in text.utf8.split(separator: UInt8(ascii: ",")) {
            // The magnitude, because the smallest integer has no absolute value among the integers.
            guard let number = integer(part), signed || number >= 0, range.contains(number.magnitude) else {
                return false
            }
            read.insert(number)
        }
        numbers = read.sorted()
        return !read.isEmpty
    }

    /// Reads a number with at most as many digits as any part of a rule needs.
    private static func integer(_ text: Substring.UTF8View) -> Int? {
        text.count <= 10 ? Int(Substring(text)) : nil
    }
}
