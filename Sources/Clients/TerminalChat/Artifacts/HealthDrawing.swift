import StreamingJSON

/// Health metrics as bars, one a day, and the average.
enum HealthDrawing {
    private static let mostMetrics = 20
    private static let mostDays = 31
    private static let barColumns = 24

    /// Returns the lines of an artifact `health.metrics`.
    static func lines(_ data: JSONValue, _ drawing: Drawing) -> [StyledText] {
        let metrics = (data["metrics"]?.arrayValue ?? []).prefix(mostMetrics)
        return metrics.enumerated().flatMap { index, metric in
            (index == 0 ? [] : [StyledText()]) + lines(ofMetric: metric, drawing)
        }
    }

    private static func lines(ofMetric metric: JSONValue, _ drawing: Drawing) -> [StyledText] {
        let unit = metric["unit"]?.text ?? ""
        var heading = StyledText(metric["name"]?.text ?? metric["metric"]?.text ?? "", .bold)
        if !unit.isEmpty { heading.append(" (\(unit))", .dim) }
        if let average = metric["average"]?["value"]?.doubleValue {
            heading.append(" · " + drawing.words("average", "平均") + " \(drawing.number(average))", .dim)
        }
        if let difference = metric["difference"]?["value"]?.doubleValue, difference != 0 {
            let sign = difference > 0 ? "+" : ""
            heading.append(" (\(sign)\(drawing.number(difference)))", .dim)
        }
        let days = (metric["days"]?.arrayValue ?? []).suffix(mostDays)
        let values = days.map { value(of: $0) }
        let most = values.compactMap(\.self).max() ?? 0
        let names = days.map { StyledText($0["date"]?.text.map(drawing.weekday) ?? "") }
        let width = names.map { $0.columns(drawing.rules) }.max() ?? 0
        let columns = max(4, min(barColumns, drawing.columns - width - 14))
        let lines = zip(names, values).enumerated().map { index, day in
            let (name, value) = day
            var line = StyledText(harmless: "  ", .plain) + name.padded(to: width, drawing.rules) + "  "
            guard let value else {
                line.append("–", .dim)
                return line
            }
            let bar = ValueBar.bar(most > 0 ? value / most : 0, columns: columns, hasUnicode: drawing.hasUnicode)
            line.append(StyledText(harmless: bar, .success).padded(to: columns, drawing.rules))
            line.append(" " + drawing.number(value))
            if let parts = parts(of: days[days.index(days.startIndex, offsetBy: index)], drawing) {
                line.append(" \(parts)", .dim)
            }
            return line.cut(to: drawing.columns, drawing.rules)
        }
        return drawing.wrapped(heading) + lines
    }

    private static func value(of day: JSONValue) -> Double? {
        guard let value = day["value"]?.doubleValue, value.isFinite else { return nil }
        return value
    }

    /// Returns the range or the parts of a day's value, such as the phases of a night.
    private static func parts(of day: JSONValue, _ drawing: Drawing) -> String? {
        if let low = day["minimum"]?.doubleValue, let high = day["maximum"]?.doubleValue {
            return "(\(drawing.number(low))–\(drawing.number(high)))"
        }
        guard let parts = day["parts"]?.objectValue, !parts.isEmpty else { return nil }
        let texts = parts.prefix(6).compactMap { name, value in
            value.doubleValue.map { "\(name) \(drawing.number($0))" }
        }
        return "(\(texts.joined(separator: ", ")))"
    }
}
