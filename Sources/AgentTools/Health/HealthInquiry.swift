import Foundation
import LanguageModels
import Storage

/// What somebody wants to know of their health, and which samples tell it.
struct HealthInquiry {
    /// What can be asked for.
    enum Question: Equatable {
        /// Everything of today.
        case today
        /// Everything of a week, beside the week before.
        case week
        /// One metric, by the name under which it is stored.
        case metric(String)
    }

    /// Longer lists of metrics are cut.
    static let mostMetrics = 60

    let question: Question
    let caller: Caller
    let today: CivilDay
    /// The metrics to read, in the order in which they are told.
    let names: [String]
    /// The days to read.
    let span: HealthSpan
    /// The day of the newest sample of these; `nil` without any.
    let latest: CivilDay?

    /// - Parameters:
    ///   - text: `today`, `weekly` or a metric, in whatever words; `today` when it is not given.
    ///   - metrics: Those that there are samples of.
    /// - Throws: ``ToolFailure``, which lists what can be asked for, when it is none of them.
    init(_ text: String?, metrics: [HealthMetricRecord], caller: Caller) throws(ToolFailure) {
        self.caller = caller
        today = CivilDay(of: caller)
        let sorted = metrics.sorted {
            (HealthMetric.rank(of: $0.name), $0.name) < (HealthMetric.rank(of: $1.name), $1.name)
        }
        // A longer text is the name of nothing.
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
            metric.latestDay.map { CivilDay(number: $0) } ?? CivilDay(of: metric.latest, in: zone)
        }.max()
        let count = question == .today ? 1 : 2 * Self.week
        var last = today
        // A metric that is measured now and then is told as it was last.
        if case .metric = question, let latest, latest.number <= today.number - count { last = latest }
        span = HealthSpan(last.number - count + 1...last.number, in: zone)
    }

    /// How many days a week has.
    static let week = 7

    /// The week that ends today.
    var thisWeek: Range<Int> { today.number - Self.week + 1..<today.number + 1 }
    /// The seven days before.
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
    /// Some days where somebody is.
    init(_ days: ClosedRange<Int>, in timeZone: TimeZone) {
        self.init(
            first: days.lowerBound,
            boundaries: (days.lowerBound...days.upperBound + 1).map { number in
                let day = CivilDay(number: number)
                // Where clocks are put forward at midnight the day begins later.
                return LocalDay(day.text)?.start(in: timeZone)
                    ?? Date(timeIntervalSince1970: Double(CalendarZone.system(timeZone).instant(of: CivilTime(day))))
            }
        )
    }
}
