import StreamingJSON

/// Weather reports as cards: the weather now, and the days with their range of temperatures as bars of one scale.
enum WeatherDrawing {
    private static let mostPlaces = 10
    private static let mostDays = 16
    private static let barColumns = 16
    /// More degrees than any weather has, of any unit.
    private static let mostDegrees = 1000.0

    /// Returns the lines of an artifact `weather.reports`.
    static func lines(_ data: JSONValue, _ drawing: Drawing) -> [StyledText] {
        guard let reports = data.arrayValue, reports.contains(where: { $0["temperature"]?.doubleValue != nil }) else {
            return []
        }
        return reports.prefix(mostPlaces).enumerated().flatMap { index, report in
            (index == 0 ? [] : [StyledText()]) + card(report, drawing)
        }
    }

    private static func card(_ report: JSONValue, _ drawing: Drawing) -> [StyledText] {
        let degrees = report["temperature_unit"]?.text ?? "°"
        var heading = StyledText(report["place"]?.text ?? report["name"]?.text ?? "", .bold)
        func add(_ text: String, _ style: TextStyle = .plain) {
            if !heading.isEmpty { heading.append(" · ", .dim) }
            heading.append(text, style)
        }
        if let temperature = report["temperature"]?.doubleValue {
            add("\(drawing.number(temperature)) \(degrees)", .accent)
        }
        if let condition = report["condition"]?.text, !condition.isEmpty { add(condition) }
        if let humidity = report["humidity"]?.doubleValue {
            add(drawing.words("humidity", "湿度") + " \(drawing.number(humidity, decimals: 0)) %", .dim)
        }
        if let wind = report["wind_speed"]?.doubleValue {
            add(drawing.words("wind", "風速") + " \(drawing.number(wind)) \(report["wind_speed_unit"]?.text ?? "")", .dim)
        }
        return drawing.wrapped(heading, others: StyledText(harmless: "  ", .plain)) + days(report, degrees, drawing)
    }

    private static func days(_ report: JSONValue, _ degrees: String, _ drawing: Drawing) -> [StyledText] {
        let days = (report["daily"]?.arrayValue ?? []).prefix(mostDays).filter {
            $0["temperature_min"]?.doubleValue != nil
        }
        let lows = days.compactMap { $0["temperature_min"]?.doubleValue }.filter { $0.magnitude < mostDegrees }
        let highs = days.compactMap { $0["temperature_max"]?.doubleValue }.filter { $0.magnitude < mostDegrees }
        guard days.count > 1, let lowest = lows.min(), let highest = highs.max(), highest > lowest else { return [] }
        var table = BoxTable([
            .init(StyledText(drawing.words("Day", "日"))),
            .init(StyledText(drawing.words("Low", "最低")), isTrailing: true),
            .init(StyledText(), isOptional: true),
            .init(StyledText(drawing.words("High", "最高")), isTrailing: true),
            .init(StyledText(drawing.words("Rain", "降水")), isTrailing: true, isOptional: true),
            .init(StyledText(drawing.words("Weather", "天気")), isOptional: true),
        ])
        for day in days {
            let low = day["temperature_min"]?.doubleValue ?? lowest
            let high = max(low, day["temperature_max"]?.doubleValue ?? low)
            func part(_ degrees: Double) -> Double { max(0, min(1, (degrees - lowest) / (highest - lowest))) }
            let bar = ValueBar.span(part(low)...part(high), columns: barColumns, hasUnicode: drawing.hasUnicode)
            let rain = day["precipitation_probability"]?.doubleValue.map { "\(drawing.number($0, decimals: 0)) %" }
            table.add([
                StyledText(day["date"]?.text.map(drawing.weekday) ?? ""), StyledText(drawing.number(low)),
                StyledText(harmless: bar, .warning), StyledText("\(drawing.number(high)) \(degrees)"),
                StyledText(rain ?? "", .code), StyledText(day["condition"]?.text ?? ""),
            ])
        }
        table.dropEmptyColumns()
        return table.lines(drawing)
    }
}
