import AgentTools
import CalendarDays
import Foundation
import LanguageModels
import ToolRecords
import StreamingJSON

/// The answer about health data, as text and as data.
struct HealthAnswer {
    let inquiry: HealthInquiry
    /// The metrics that have samples on the days read.
    let series: [HealthSeries]

    /// - Parameter totals: The totals read from the store, by metric.
    init(_ inquiry: HealthInquiry, _ totals: [String: [HealthDayTotal]]) {
        self.inquiry = inquiry
        series = inquiry.names.compactMap { name in totals[name].flatMap { HealthSeries(name, $0) } }
            .filter { !$0.days.isEmpty }
    }

    private var caller: Caller { inquiry.caller }
    private var from: String { CalendarDay(number: inquiry.thisWeek.lowerBound).text }
    private var today: String { inquiry.today.text }

    /// The answer in the caller's language.
    var text: String {
        switch inquiry.question {
        case .today: dayText
        case .week: weekText
        case .metric(let name): metricText(name)
        }
    }

    private var dayText: String {
        let lines = series.compactMap { series in
            series.days[inquiry.today.number].map { "\(title(series))\(HealthWording(series, caller).text($0))" }
        }
        guard !lines.isEmpty else { return nothing(caller.text("of \(today)", "\(today) の")) }
        return ([caller.text("Health data of \(today):", "\(today) の健康データ:")] + lines).joined(separator: "\n")
    }

    private var weekText: String {
        let lines = series.compactMap { series -> String? in
            let wording = HealthWording(series, caller)
            return series.average(of: inquiry.thisWeek).map { average in
                let change = wording.change(of: average, since: series.average(of: inquiry.weekBefore))
                return
                    "\(title(series))\(wording.text(average, isAverage: true))\(caller.text(" (\(change))", "（\(change)）"))"
            }
        }
        guard !lines.isEmpty else { return nothing(caller.text("from \(from) to \(today)", "\(from)〜\(today) の")) }
        let head = caller.text(
            "Health data from \(from) to \(today), averages of a day and how they differ from the week before:",
            "\(from)〜\(today) の健康データ（1日の平均と前の週との差）:"
        )
        return ([head] + lines).joined(separator: "\n")
    }

    private func metricText(_ name: String) -> String {
        guard let series = series.first else {
            let title = HealthMetric.known(name)?.title(for: caller) ?? name
            return caller.text(
                "There is no data for \(title) (\(name)) yet.",
                "\(title)（\(name)）のデータはまだありません。"
            )
        }
        let wording = HealthWording(series, caller)
        let days = series.days.sorted { $0.key < $1.key }.filter { inquiry.thisWeek.contains($0.key) }
        guard let average = series.average(of: inquiry.thisWeek) else {
            guard let (day, figures) = series.days.max(by: { $0.key < $1.key }) else { return "" }
            let date = CalendarDay(number: day).text
            return caller.text(
                "\(series.metric.title(for: caller)) (\(name)): nothing from \(from) to \(today); the latest is "
                    + "\(wording.text(figures)) on \(date).",
                "\(series.metric.title(for: caller))（\(name)）: \(from)〜\(today) のデータはありません。最新は \(date) の"
                    + "\(wording.text(figures))です。"
            )
        }
        let head = caller.text(
            "\(series.metric.title(for: caller)) (\(name)):",
            "\(series.metric.title(for: caller))（\(name)）:"
        )
        let lines = days.map { "\(CalendarDay(number: $0.key).text): \(wording.text($0.value))" }
        let change = wording.change(of: average, since: series.average(of: inquiry.weekBefore))
        let mean = wording.text(average, isAverage: true)
        let end = caller.text(
            "Average of a day from \(from) to \(today): \(mean) (\(change)).",
            "\(from)〜\(today) の1日の平均: \(mean)（\(change)）"
        )
        return ([head] + lines + [end]).joined(separator: "\n")
    }

    private func title(_ series: HealthSeries) -> String { "\(series.metric.title(for: caller)): " }

    /// - Parameter days: The days without data, in the caller's language.
    private func nothing(_ days: String) -> String {
        guard let latest = inquiry.latest else {
            return caller.text(
                "No health data has arrived from the phone yet.",
                "スマートフォンからの健康データはまだ届いていません。"
            )
        }
        return caller.text(
            "There is no health data \(days); the latest is of \(latest.text).",
            "\(days)健康データはありません。最新は \(latest.text) のものです。"
        )
    }
}
