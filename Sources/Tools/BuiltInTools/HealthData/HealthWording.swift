import AgentTools

/// Formats the numbers of one metric as text.
struct HealthWording {
    private let series: HealthSeries
    private let caller: Caller

    init(_ series: HealthSeries, _ caller: Caller) {
        self.series = series
        self.caller = caller
    }

    /// Returns a text such as `71.5 bpm (58 to 96)`, `118/76 mmHg` or `7.1 h (core 4.2, deep 1.1, REM 1.8, awake 0.4)`.
    func text(_ figures: HealthFigures, isAverage: Bool = false) -> String {
        if let pressure = pressure(figures, { number($0) }) { return pressure }
        guard let value = figures.value else {
            return namedParts(figures).map { "\($0.name) \(quantity($0.value))" }.joined(
                separator: caller.text(", ", "、")
            )
        }
        let main = quantity(value)
        if series.metric.kind == .sleep, !isAverage {
            let stages = namedParts(figures).map { "\($0.name) \(number($0.value))" }
            return stages.isEmpty ? main : main + bracketed(stages.joined(separator: caller.text(", ", "、")))
        }
        guard series.metric.kind == .mean, !isAverage, let least = figures.minimum, let greatest = figures.maximum,
            number(least) != number(greatest)
        else { return main }
        return main
            + bracketed(caller.text("\(number(least)) to \(number(greatest))", "\(number(least))〜\(number(greatest))"))
    }

    /// Returns the difference between an average and that of the week before, such as `+350, +5%`.
    func change(of average: HealthFigures, since before: HealthFigures?) -> String {
        guard let before else { return caller.text("nothing from the week before", "前の週のデータなし") }
        let difference = average.difference(to: before)
        if let pressure = pressure(difference, { signed($0) }) { return pressure }
        guard let value = difference.value else {
            return namedParts(difference).map { "\($0.name) \(signed($0.value))" }.joined(
                separator: caller.text(", ", "、")
            )
        }
        if number(value) == "0" { return caller.text("no change", "変化なし") }
        let change = (value > 0 ? "+" : "") + quantity(value)
        guard series.metric.kind == .total, let past = before.value, past > 0 else { return change }
        let percent = value / past * 100
        guard abs(percent) < 1e6 else { return change }
        return change + caller.text(", ", "、") + (percent > 0 ? "+" : "") + "\(Int(percent.rounded()))%"
    }

    /// Returns both numbers of a blood pressure; `nil` for other metrics.
    private func pressure(_ figures: HealthFigures, _ number: (Double) -> String) -> String? {
        guard let systolic = figures.parts["systolic"], let diastolic = figures.parts["diastolic"] else { return nil }
        return "\(number(systolic))/\(number(diastolic)) \(series.unit)"
    }

    private func number(_ value: Double) -> String { HealthUnit.number(value, series.unit) }

    private func signed(_ value: Double) -> String { (number(value).hasPrefix("-") ? "" : "+") + number(value) }

    private func quantity(_ value: Double) -> String {
        HealthUnit.text(value, series.unit, of: series.metric, for: caller)
    }

    private func bracketed(_ text: String) -> String { caller.text(" (\(text))", "（\(text)）") }

    /// Returns the numbers that have a name, with the name in the caller's language.
    private func namedParts(_ figures: HealthFigures) -> [(name: String, value: Double)] {
        let known = Self.partNames.filter { figures.parts[$0.part] != nil }
        let others = figures.parts.keys.filter { key in !key.isEmpty && !known.contains { $0.part == key } }.sorted()
        return known.map { (caller.text($0.english, $0.japanese), figures.parts[$0.part] ?? 0) }
            + others.map { ($0.replacing("_", with: " "), figures.parts[$0] ?? 0) }
    }

    private static let partNames: [(part: String, english: String, japanese: String)] = [
        ("core", "core", "コア"), ("deep", "deep", "深い"), ("rem", "REM", "レム"),
        ("asleep", "asleep", "睡眠"), ("awake", "awake", "覚醒"), ("in_bed", "in bed", "就床"),
    ]
}
