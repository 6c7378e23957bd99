import FoundationEssentials

/// A calendar day for the accounting of budgets.
struct BudgetDay: Sendable, Hashable {
    /// The day in digits, such as `2026-11-21`; labels sort like the days.
    let label: String
    /// The month in digits, such as `2026-11`; stored because every turn compares it several times.
    let month: String
    /// The start of the next day.
    let end: Date
    /// The start of the next month.
    let endOfMonth: Date

    /// The first day of the month.
    var firstOfMonth: String { "\(month)-01" }

    /// Makes the day that contains a moment.
    init(containing now: Date, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day], from: now)
        let first = DateComponents(year: parts.year, month: parts.month, day: 1)
        label = [parts.year, parts.month, parts.day].map { Self.twoDigits($0 ?? 0) }.joined(separator: "-")
        month = String(label.prefix(7))
        let start = calendar.startOfDay(for: now)
        // A day has 23 to 25 hours, so 36 hours after its start is always in the next one.
        end = calendar.startOfDay(for: start.addingTimeInterval(36 * 3600))
        let startOfMonth = calendar.date(from: first) ?? start
        endOfMonth = calendar.date(byAdding: .month, value: 1, to: startOfMonth) ?? end
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
