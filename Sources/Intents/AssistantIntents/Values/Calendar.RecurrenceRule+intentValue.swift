public import AssistantSchemas
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

extension Calendar.RecurrenceRule: IntentValue {
    /// `Calendar.RecurrenceRule`.
    public static var schemaType: SchemaType { .recurrenceRule }

    /// Reads the value of an `RRULE`, in the calendar of ISO 8601 and the zone of the device.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Calendar.RecurrenceRule {
        guard let text = json.stringValue.flatMap(RecurrenceText.init) else {
            throw context.fault("the value of an RRULE", not: json)
        }
        return Calendar.RecurrenceRule(text)
    }

    /// Returns the value of an `RRULE`.
    public func json(in context: IntentOutput) async throws -> JSONValue { .string(recurrenceText.description) }

    /// Makes a rule of a text.
    init(_ text: RecurrenceText) {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .current
        self.init(calendar: calendar, frequency: Frequency(text.frequency), interval: text.interval)
        switch text.end {
        case .count(let count): end = .afterOccurrences(count)
        case .until(let year, let month, let day, let time):
            var utc = Calendar(identifier: .iso8601)
            utc.timeZone = .gmt
            let parts = DateComponents(
                year: year,
                month: month,
                day: day,
                hour: time?.hour ?? 23,
                minute: time?.minute ?? 59,
                second: time?.second ?? 59
            )
            // A day without a time ends with the day where the rule applies.
            if let date = (time == nil ? calendar : utc).date(from: parts) { end = .afterDate(date) }
        case nil: break
        }
        weekdays = text.weekdays.map { weekday in
            let day = Locale.Weekday(weekday.day)
            return weekday.ordinal.map { .nth($0, day) } ?? .every(day)
        }
        seconds = text.numbers[.seconds] ?? []
        minutes = text.numbers[.minutes] ?? []
        hours = text.numbers[.hours] ?? []
        daysOfTheMonth = text.numbers[.daysOfTheMonth] ?? []
        daysOfTheYear = text.numbers[.daysOfTheYear] ?? []
        weeks = text.numbers[.weeks] ?? []
        months = (text.numbers[.months] ?? []).map { Month($0) }
        setPositions = text.numbers[.positions] ?? []
    }

    /// The rule as a text.
    var recurrenceText: RecurrenceText {
        var text = RecurrenceText(frequency: RecurrenceText.Frequency(frequency), interval: interval)
        if let count = end.occurrences {
            text.end = .count(count)
        } else if let date = end.date {
            var utc = Calendar(identifier: .iso8601)
            utc.timeZone = .gmt
            let parts = utc.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            text.end = .until(
                year: parts.year ?? 1,
                month: parts.month ?? 1,
                day: parts.day ?? 1,
                time: .init(hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: parts.second ?? 0)
            )
        }
        text.weekdays = weekdays.map { weekday in
            switch weekday {
            case .every(let day): RecurrenceText.Weekday(RecurrenceText.Weekday.Day(day))
            case .nth(let ordinal, let day): RecurrenceText.Weekday(RecurrenceText.Weekday.Day(day), ordinal: ordinal)
            }
        }
        let numbers: [(RecurrenceText.Part, [Int])] = [
            (.seconds, seconds), (.minutes, minutes), (.hours, hours), (.daysOfTheMonth, daysOfTheMonth),
            (.daysOfTheYear, daysOfTheYear), (.weeks, weeks), (.months, months.map(\.index)),
            (.positions, setPositions),
        ]
        for (part, values) in numbers where !values.isEmpty { text.numbers[part] = values }
        return text
    }
}

extension Calendar.RecurrenceRule.Frequency {
    fileprivate init(_ frequency: RecurrenceText.Frequency) {
        self =
            switch frequency {
            case .minutely: .minutely
            case .hourly: .hourly
            case .daily: .daily
            case .weekly: .weekly
            case .monthly: .monthly
            case .yearly: .yearly
            }
    }
}

extension RecurrenceText.Frequency {
    fileprivate init(_ frequency: Calendar.RecurrenceRule.Frequency) {
        self =
            switch frequency {
            case .minutely: .minutely
            case .hourly: .hourly
            case .daily: .daily
            case .weekly: .weekly
            case .monthly: .monthly
            case .yearly: .yearly
            }
    }
}

extension Locale.Weekday {
    fileprivate init(_ day: RecurrenceText.Weekday.Day) {
        self =
            switch day {
            case .sunday: .sunday
            case .monday: .monday
            case .tuesday: .tuesday
            case .wednesday: .wednesday
            case .thursday: .thursday
            case .friday: .friday
            case .saturday: .saturday
            }
    }
}

extension RecurrenceText.Weekday.Day {
    fileprivate init(_ day: Locale.Weekday) {
        self =
            switch day {
            case .sunday: .sunday
            case .monday: .monday
            case .tuesday: .tuesday
            case .wednesday: .wednesday
            case .thursday: .thursday
            case .friday: .friday
            case .saturday: .saturday
            }
    }
}
