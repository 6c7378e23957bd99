import FoundationEssentials

/// Numbers, dates and durations in the language.
extension Drawing {
    /// Returns a number with separators of thousands and at most a number of decimals.
    func number(_ value: Double, decimals: Int = 1) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        let scale = (0..<decimals).reduce(1.0) { result, _ in result * 10 }
        let scaled = (value.magnitude * scale).rounded()
        let whole = Int(scaled / scale)
        var text = Self.grouped(whole)
        let fraction = Int(scaled - Double(whole) * scale)
        if fraction > 0 {
            let digits = String(fraction)
            text += "." + String(repeating: "0", count: max(0, decimals - digits.count)) + digits
            while text.hasSuffix("0") { text.removeLast() }
        }
        return value < 0 && (whole > 0 || fraction > 0) ? "-" + text : text
    }

    private static func grouped(_ value: Int) -> String {
        let digits = Array(String(value))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// Returns a duration such as `0.4 s`, `12 s` or `2 min 5 s`.
    package func duration(_ seconds: Double) -> String {
        let value = seconds.isFinite ? max(0, min(seconds, 1e9)) : 0
        if value < 9.95 {
            let tenths = Int((value * 10).rounded())
            return words("\(tenths / 10).\(tenths % 10) s", "\(tenths / 10).\(tenths % 10) 秒")
        }
        let whole = Int(value.rounded())
        if whole < 60 { return words("\(whole) s", "\(whole) 秒") }
        let (minutes, rest) = (whole / 60, whole % 60)
        if minutes < 60 { return words("\(minutes) min \(rest) s", "\(minutes) 分 \(rest) 秒") }
        return words("\(minutes / 60) h \(minutes % 60) min", "\(minutes / 60) 時間 \(minutes % 60) 分")
    }

    /// Returns the time since an instant, such as `5 min ago`; a date if it is more than a week.
    func age(of date: Date) -> String {
        let seconds = now.timeIntervalSince(date)
        switch seconds {
        case ..<60: return words("just now", "たった今")
        case ..<3600: return words("\(Int(seconds / 60)) min ago", "\(Int(seconds / 60)) 分前")
        case ..<86_400: return words("\(Int(seconds / 3600)) h ago", "\(Int(seconds / 3600)) 時間前")
        case ..<604_800:
            let days = Int(seconds / 86_400)
            return words(days == 1 ? "yesterday" : "\(days) days ago", "\(days) 日前")
        default: return day(date)
        }
    }

    /// Returns the day of an instant, such as `2026-11-26`.
    func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return "\(parts.year ?? 0)-\(Self.two(parts.month))-\(Self.two(parts.day))"
    }

    /// Returns the time of day of an instant, such as `9:05`.
    func clock(_ date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return "\(parts.hour ?? 0):\(Self.two(parts.minute))"
    }

    /// Returns a date such as `2026-11-26` as a weekday with month and day; another text unchanged.
    func weekday(_ text: String) -> String {
        guard let date = Self.date(day: text) else { return text }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .month, .day], from: date)
        let index = ((parts.weekday ?? 1) - 1) % 7
        let (month, day) = (parts.month ?? 0, parts.day ?? 0)
        return words(
            "\(Self.weekdays[index]) \(day) \(Self.months[(month + 11) % 12])",
            "\(month)/\(day)(\(Self.japaneseWeekdays[index]))"
        )
    }

    /// Returns a birthday such as `--04-09` as month and day; another text unchanged.
    func birthday(_ text: String) -> String {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1].isEmpty, let month = Int(parts[2]), let day = Int(parts[3]),
            (1...12).contains(month), (1...31).contains(day)
        else { return text }
        return words("\(day) \(Self.months[month - 1])", "\(month)月\(day)日")
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let japaneseWeekdays = ["日", "月", "火", "水", "木", "金", "土"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    private static func two(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }

    /// Returns noon, in UTC, of a day such as `2026-11-26`; `nil` for another text.
    private static func date(day text: String) -> Date? {
        let parts = text.split(separator: "-")
        guard text.utf8.count == 10, parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2]), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12))
    }

    /// Returns an instant from a time in the form of RFC 3339; `nil` for another text.
    static func instant(_ text: String) -> Date? {
        if let date = try? Date(text, strategy: .iso8601) { return date }
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
