import CalendarDays
import StreamingJSON

/// A time of the day as people speak it.
struct SpokenTime: Hashable {
    var hour: Int
    var minute: Int
    /// Whether the half of the day is certain.
    var isExact = true

    init(hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }

    private static let morning: Set<String> = [
        "am", "a.m.", "in the morning", "午前", "朝", "早朝", "深夜", "夜中", "morning", "this morning", "今朝",
    ]
    private static let evening: Set<String> = [
        "pm", "p.m.", "in the afternoon", "in the evening", "at night", "午後", "夜", "夕方", "昼", "お昼",
        "晩", "afternoon", "this afternoon", "evening", "this evening", "night", "tonight", "今夜", "今晩",
    ]

    /// Returns whether there are words for a time.
    static func isMentioned(in parts: JSONObject) -> Bool {
        ["hour", "minute", "half", "past"].contains { parts[$0] != nil }
    }

    /// Reads the parts `hour`, `minute`, `half` and `past`; `nil` if they are no time.
    init?(_ parts: JSONObject) {
        let half = parts["half"]?.stringValue?.lowercased()
        var hour: Int
        var minute = 0
        if let value = parts["hour"]?.intValue {
            hour = value
        } else {
            switch half {
            case "noon", "正午": hour = 12
            case "midnight": hour = 0
            default: return nil
            }
        }
        if let value = parts["minute"]?.intValue { minute = value }
        guard (0...24).contains(hour), (0...59).contains(minute) else { return nil }
        switch parts["past"]?.stringValue?.lowercased() {
        case "half past", "半": minute = 30
        case "quarter past": minute = 15
        case "quarter to": (hour, minute) = (hour == 0 ? 23 : hour - 1, 45)
        default: break
        }
        isExact = half != nil || hour > 12 || hour == 0
        if let half {
            if Self.morning.contains(half), hour == 12 { hour = 0 }
            // 「昼の11時」 is before noon.
            if Self.evening.contains(half), hour < 12, !(half.hasSuffix("昼") && hour > 8) { hour += 12 }
        }
        self.hour = hour % 24
        self.minute = minute
    }

    /// Returns the words for the other half of the day.
    static func otherHalf(than half: String) -> String { evening.contains(half.lowercased()) ? "am" : "pm" }

    /// The hours after noon at which people meet, and before which nobody does.
    private static let afternoonHours = 1...5

    /// The time that is meant on another day for an event: "tomorrow at 3" is in the afternoon.
    var inWakingHours: SpokenTime {
        var time = self
        if !isExact, Self.afternoonHours.contains(hour) { time.hour += 12 }
        return time
    }

    /// Returns the moment that is meant: without a half of the day, the next one that lies ahead.
    func next(on day: CalendarDay?, after now: SpokenMoment) -> (day: CalendarDay, time: SpokenTime) {
        let isAhead = { (time: SpokenTime) in (time.hour, time.minute) > (now.hour, now.minute) }
        guard day == nil || day == now.today else { return (day ?? now.today, inWakingHours) }
        if isAhead(self) { return (now.today, self) }
        if !isExact, hour < 12 {
            var later = self
            later.hour += 12
            if isAhead(later) { return (now.today, later) }
        }
        return (day ?? now.today.adding(days: 1), day == nil ? inWakingHours : self)
    }
}

/// A duration as people speak it.
enum SpokenDuration {
    /// Reads the parts `inHours`, `inMinutes` and `inWord` of a moment ahead; `nil` if there are none.
    static func secondsAhead(_ parts: JSONObject) -> Double? {
        var plain = JSONObject()
        for (name, part) in [("inHours", "hours"), ("inMinutes", "minutes"), ("inWord", "word")] {
            if let value = parts[name] { plain[part] = value }
        }
        return plain.isEmpty ? nil : seconds(plain)
    }

    /// Reads the parts `hours`, `minutes`, `seconds`, `word` and `past`; `nil` if they are no duration of at most 1,000 hours.
    static func seconds(_ parts: JSONObject) -> Double? {
        switch parts["word"]?.stringValue?.lowercased() {
        case "half an hour", "half hour": return 1_800
        case "an hour": return 3_600
        case "one hour and a half", "an hour and a half": return 5_400
        default: break
        }
        let units: [(String, Double)] = [("hours", 3_600), ("minutes", 60), ("seconds", 1)]
        var total = 0.0
        var smallest: Double?
        for (name, unit) in units {
            guard let number = parts[name]?.doubleValue, (0...1_000_000).contains(number) else { continue }
            total += number * unit
            smallest = unit
        }
        guard let smallest else { return parts[""]?.doubleValue.flatMap { (0...3_600_000).contains($0) ? $0 : nil } }
        if parts["past"] != nil { total += smallest / 2 }
        return total <= 3_600_000 ? total : nil
    }
}

/// A repetition as people speak it.
enum SpokenRecurrence {
    private static let days: [(words: [String], day: RecurrenceText.Weekday.Day)] = [
        (["sunday", "日曜"], .sunday), (["monday", "月曜"], .monday), (["tuesday", "火曜"], .tuesday),
        (["wednesday", "水曜"], .wednesday), (["thursday", "木曜"], .thursday), (["friday", "金曜"], .friday),
        (["saturday", "土曜"], .saturday),
    ]

    /// Returns the rule for words such as "every Monday" and 「平日」; `nil` for other words.
    static func rule(_ words: String) -> RecurrenceText? {
        let words = words.lowercased()
        if words.contains("weekend") || words.contains("週末") {
            return RecurrenceText(frequency: .weekly, weekdays: [.init(.saturday), .init(.sunday)])
        }
        if words.contains("weekday") || words.contains("平日") {
            let days = [RecurrenceText.Weekday.Day.monday, .tuesday, .wednesday, .thursday, .friday]
            return RecurrenceText(frequency: .weekly, weekdays: days.map { .init($0) })
        }
        let named = days.filter { $0.words.contains { words.contains($0) } }.map { RecurrenceText.Weekday($0.day) }
        if !named.isEmpty { return RecurrenceText(frequency: .weekly, weekdays: named) }
        let units: [([String], RecurrenceText.Frequency)] = [
            (["every day", "daily", "毎日", "毎朝", "毎晩"], .daily), (["every week", "weekly", "毎週"], .weekly),
            (["every month", "monthly", "毎月"], .monthly), (["every year", "yearly", "毎年"], .yearly),
        ]
        return units.first { $0.0.contains(words) }.map { RecurrenceText(frequency: $0.1) }
    }
}
