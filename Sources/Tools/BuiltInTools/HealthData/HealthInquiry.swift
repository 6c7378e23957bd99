import AgentTools
import CalendarDays
import Foundation
import LanguageModels
import ToolRecords

/// A question about health data, with the samples that answer it.
struct HealthInquiry {
    /// The kinds of questions.
    enum Question: Equatable {
        /// All metrics of today.
        case today
        /// All metrics of a week, compared with the week before.
        case week
        /// One metric, by its stored name.
        case metric(String)
    }

    /// The number of metrics in a list at most.
    static let mostMetrics = 60

    let question: Question
    let caller: Caller
    let today: CalendarDay
    /// The metrics to read, in the order of the answer.
    let names: [String]
    /// The days to read.
    let span: HealthSpan
    /// The day of the newest sample of these metrics; `nil` without samples.
    let latest: CalendarDay?

    /// - Parameters:
    ///   - text: `today`, `weekly` or a metric, in any of its names; `today` if missing.
    ///   - metrics: The metrics that have samples.
    /// - Throws: ``ToolFailure``, which lists the possible types, if the text is none of them.
    init(_ text: String?, metrics: [HealthMetricRecord], caller: Caller) throws(ToolFailure) {
        self.caller = caller
        today = CalendarDay(of: caller)
        let sorted = metrics.sorted {
            (HealthMetric.rank(of: $0.name), $0.name) < (HealthMetric.rank(of: $1.name), $1.name)
        }
        // No type has a longer name.
        guard (text?.utf8.count ?? 0) <= 400, let question = Self.question(text, sorted.map(\.name)) else {
            throw Self.unknown(text ?? "", sorted.map(\.name), caller)
        }
        self.question = question
        let meant = sorted.filter { metric in
            if case .metric(let name) = question { metric.name == name } else { true }
        }
        names = meant.prefix(Self.mostMetrics).map(\.name)
        let zone = caller.timeZone
        latest = meant.map { metric in
            metric.latestDay.map { CalendarDay(number: $0) } ?? CalendarDay(of: metric.latest, in: zone)
        }.max()
        let count = question == .today ? 1 : 2 * Self.week
        var last = today
        // For a metric without recent samples, the days end with its latest sample.
        if case .metric = question, let latest, latest.number <= today.number - count { last = latest }
        span = HealthSpan(last.number - count + 1...last.number, in: zone)
    }

    /// The number of days in a week.
    static let week = 7

    /// The seven days that end today.
    var thisWeek: Range<Int> { today.number - Self.week + 1..<today.number + 1 }
    /// The seven days before them.
    var weekBefore: Range<Int> { thisWeek.lowerBound - Self.week..<thisWeek.lowerBound }

    private static func question(_ text: String?, _ names: [String]) -> Question? {
        let word = HealthMetric.normalized(text ?? "")
        if word.isEmpty || words(for: .today).contains(word) { return .today }
        if words(for: .week).contains(word) { return .week }
        if let metric = HealthMetric.known(word) ?? HealthMetric.known(text ?? "") { return .metric(metric.name) }
        return names.contains(word) ? .metric(word) : nil
    }

    private static func words(for question: Question) -> Set<String> {
        switch question {
        case .today: ["today", "daily", "day", "now", "今日", "きょう", "本日"]
        case .week:
            [
                "weekly", "week", "this_week", "past_week", "last_7_days", "past_7_days", "今週", "週間", "1週間", "一週間",
                "この1週間", "この一週間", "ここ1週間", "毎週",
            ]
        case .metric: []
        }
    }

    private static func unknown(_ text: String, _ names: [String], _ caller: Caller) -> ToolFailure {
        let known = names.isEmpty ? HealthMetric.table.map(\.name) : Array(names.prefix(mostMetrics))
        let list = (["today", "weekly"] + known).joined(separator: ", ")
        let text = TextLine(text, limit: 40).text
        return ToolFailure(
            caller.text(
                "There is no type of health data \"\(text)\". The types are: \(list).",
                "「\(text)」という健康データの種類はありません。指定できる種類: \(list)"
            )
        )
    }
}

extension HealthSpan {
    /// Makes the span of some days in a time zone.
    init(_ days: ClosedRange<Int>, in timeZone: TimeZone) {
        self.init(
            first: days.lowerBound,
            boundaries: (days.lowerBound...days.upperBound + 1).map { number in
                let day = CalendarDay(number: number)
                // Where clocks skip midnight, the day starts later.
                return day.start(in: timeZone)
                    ?? Date(timeIntervalSince1970: Double(CalendarZone.system(timeZone).instant(of: CivilTime(day))))
            }
        )
    }
}
