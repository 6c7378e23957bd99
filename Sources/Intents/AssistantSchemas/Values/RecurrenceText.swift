/// A rule of repetition as the value of an `RRULE` (RFC 5545 §3.3.10), without Foundation.
///
/// A server parses and prints rules that models write, so that clients receive only rules that they can read.
public struct RecurrenceText: Sendable, Hashable, LosslessStringConvertible {
    /// The unit between repetitions.
    public var frequency: Frequency
    /// The number of units between repetitions.
    public var interval = 1
    /// The end; `nil` for a rule without one.
    public var end: End?
    /// The days of the week.
    public var weekdays: [Weekday] = []
    /// The numbers of the other parts, such as `BYMONTH`.
    public var numbers: [Part: [Int]] = [:]

    /// Makes a rule.
    public init(frequency: Frequency, interval: Int = 1, end: End? = nil, weekdays: [Weekday] = []) {
        self.frequency = frequency
        self.interval = interval
        self.end = end
        self.weekdays = weekdays
    }

    /// A unit of time.
    public enum Frequency: String, Sendable, Hashable, CaseIterable {
        /// Minutes.
        case minutely = "MINUTELY"
        /// Hours.
        case hourly = "HOURLY"
        /// Days.
        case daily = "DAILY"
        /// Weeks.
        case weekly = "WEEKLY"
        /// Months.
        case monthly = "MONTHLY"
        /// Years.
        case yearly = "YEARLY"
    }

    /// The end of a repetition.
    public enum End: Sendable, Hashable {
        /// After a number of occurrences.
        case count(Int)
        /// At a moment in UTC, or at the end of a day.
        case until(year: Int, month: Int, day: Int, time: Time?)

        /// A time of the day in UTC.
        public struct Time: Sendable, Hashable {
            /// The hour.
            public var hour: Int
            /// The minute.
            public var minute: Int
            /// The second.
            public var second: Int

            /// Makes a time.
            public init(hour: Int, minute: Int, second: Int) {
                self.hour = hour
                self.minute = minute
                self.second = second
            }
        }
    }

    /// A day of the week, with its number within the month or year: `-1FR` is the last Friday.
    public struct Weekday: Sendable, Hashable {
        /// The number; `nil` for every such day.
        public var ordinal: Int?
        /// The day.
        public var day: Day

        /// Makes a day.
        public init(_ day: Day, ordinal: Int? = nil) {
            self.ordinal = ordinal
            self.day = day
        }

        /// The days of the week from Sunday on.
        public enum Day: String, Sendable, Hashable, CaseIterable {
            case sunday = "SU"
            case monday = "MO"
            case tuesday = "TU"
            case wednesday = "WE"
            case thursday = "TH"
            case friday = "FR"
            case saturday = "SA"
        }
    }

    /// A part of a rule that selects by numbers.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// Seconds of the minute.
        case seconds = "BYSECOND"
        /// Minutes of the hour.
        case minutes = "BYMINUTE"
        /// Hours of the day.
        case hours = "BYHOUR"
        /// Days of the month; negative ones count from its end.
        case daysOfTheMonth = "BYMONTHDAY"
        /// Days of the year; negative ones count from its end.
        case daysOfTheYear = "BYYEARDAY"
        /// Weeks of the year; negative ones count from its end.
        case weeks = "BYWEEKNO"
        /// Months.
        case months = "BYMONTH"
        /// Positions among the occurrences of a period; negative ones count from its end.
        case positions = "BYSETPOS"

        /// The range of a number's magnitude, and whether it may be negative.
        var limits: (range: ClosedRange<Int>, isSigned: Bool) {
            switch self {
            case .seconds, .minutes: (0...59, false)
            case .hours: (0...23, false)
            case .daysOfTheMonth: (1...31, true)
            case .daysOfTheYear, .positions: (1...366, true)
            case .weeks: (1...53, true)
            case .months: (1...12, false)
            }
        }
    }

    /// The value of an `RRULE`, with the parts in a fixed order.
    public var description: String {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        switch end {
        case .count(let count): parts.append("COUNT=\(count)")
        case .until(let year, let month, let day, let time):
            func digits(_ number: Int, _ width: Int) -> String {
                let text = String(number)
                return String(repeating: "0", count: max(0, width - text.count)) + text
            }
            var text = digits(year, 4) + digits(month, 2) + digits(day, 2)
            if let time {
                text += "T" + digits(time.hour, 2) + digits(time.minute, 2) + digits(time.second, 2) + "Z"
            }
            parts.append("UNTIL=\(text)")
        case nil: break
        }
        if !weekdays.isEmpty {
            let days = weekdays.map { ($0.ordinal.map { String($0) } ?? "") + $0.day.rawValue }
            parts.append("BYDAY=\(days.joined(separator: ","))")
        }
        for part in Part.allCases {
            guard let values = numbers[part], !values.isEmpty else { continue }
            parts.append("\(part.rawValue)=\(values.map { String($0) }.joined(separator: ","))")
        }
        return parts.joined(separator: ";")
    }
}
