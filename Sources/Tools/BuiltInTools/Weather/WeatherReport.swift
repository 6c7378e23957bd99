import AgentTools
import LanguageModels
import StreamingJSON

/// The weather at a place from a forecast; everything but the temperature may be missing.
struct WeatherReport: Sendable, Equatable {
    /// A day of the forecast.
    struct Day: Sendable, Equatable {
        let date: String
        let lowest: Double?
        let highest: Double?
        let code: WeatherCode?
        let chanceOfPrecipitation: Int?
    }

    let title: String
    let place: GeocodedPlace
    let units: WeatherUnits
    let time: String?
    let temperature: Double
    let apparentTemperature: Double?
    let code: WeatherCode?
    let humidity: Int?
    let wind: Double?
    let days: [Day]

    /// Reads a forecast; `nil` for one without a current temperature.
    init?(_ forecast: JSONValue, place: GeocodedPlace, title: String, units: WeatherUnits) {
        guard let current = forecast["current"], let temperature = Self.measure(current["temperature_2m"]) else {
            return nil
        }
        self.title = title
        self.place = place
        self.units = units
        self.temperature = temperature
        time = current["time"]?.stringValue.map { TextLine($0, limit: 40).text }
        apparentTemperature = Self.measure(current["apparent_temperature"])
        code = Self.code(current["weather_code"])
        humidity = Self.whole(current["relative_humidity_2m"])
        wind = Self.measure(current["wind_speed_10m"])
        let daily = forecast["daily"]
        // Parallel arrays, any element of which may be null or missing.
        days = (daily?["time"]?.arrayValue ?? []).prefix(Self.mostDays).enumerated().compactMap { index, date in
            guard let date = date.stringValue else { return nil }
            return Day(
                date: TextLine(date, limit: 40).text,
                lowest: Self.measure(daily?["temperature_2m_min"]?[index]),
                highest: Self.measure(daily?["temperature_2m_max"]?[index]),
                code: Self.code(daily?["weather_code"]?[index]),
                chanceOfPrecipitation: Self.whole(daily?["precipitation_probability_max"]?[index])
            )
        }
    }

    private static func code(_ value: JSONValue?) -> WeatherCode? { whole(value).map { WeatherCode($0) } }

    /// The number of days that are read; no request is for more.
    private static let mostDays = 16

    /// Reads a number; an implausibly large one counts as missing.
    private static func measure(_ value: JSONValue?) -> Double? {
        value?.doubleValue.flatMap { $0.magnitude < 10_000 ? $0 : nil }
    }

    private static func whole(_ value: JSONValue?) -> Int? {
        measure(value).flatMap { Int(exactly: $0.rounded()) }
    }

    /// Returns the report in the caller's language: a line for now and today, and one for each further day.
    func text(for caller: Caller, days count: Int = 1) -> String {
        let now = caller.language == .japanese ? japaneseText(caller) : englishText(caller)
        return ([now] + days.prefix(count).dropFirst().map { text(of: $0, for: caller) }).joined(separator: "\n")
    }

    private func englishText(_ caller: Caller) -> String {
        var parts = ["\(Self.decimal(temperature)) \(units.temperature)"]
        if let code { parts.append(code.text(for: caller)) }
        if let humidity { parts.append("humidity \(humidity) %") }
        if let wind { parts.append("wind \(Self.decimal(wind)) \(units.wind)") }
        var text = "\(title): \(parts.joined(separator: ", "))."
        if let range = days.first.flatMap({ range(of: $0, for: caller) }) { text += " Today \(range)." }
        return text
    }

    private func japaneseText(_ caller: Caller) -> String {
        var parts = ["\(Self.decimal(temperature)) \(units.temperature)"]
        if let code { parts.append(code.text(for: caller)) }
        if let humidity { parts.append("湿度 \(humidity) %") }
        if let wind { parts.append("風速 \(Self.decimal(wind)) \(units.wind)") }
        var text = "\(title): \(parts.joined(separator: "、"))。"
        if let range = days.first.flatMap({ range(of: $0, for: caller) }) { text += "今日は \(range)。" }
        return text
    }

    private func text(of day: Day, for caller: Caller) -> String {
        let chance = day.chanceOfPrecipitation.map {
            caller.text("\($0) % chance of rain or snow", "降水確率 \($0) %")
        }
        let parts = [day.code?.text(for: caller), range(of: day, for: caller), chance].compactMap(\.self)
        return "\(day.date): \(parts.joined(separator: caller.text(", ", "、")))\(caller.text(".", "。"))"
    }

    private func range(of day: Day, for caller: Caller) -> String? {
        guard let lowest = day.lowest, let highest = day.highest else { return nil }
        return "\(Self.decimal(lowest))\(caller.text("–", "〜"))\(Self.decimal(highest)) \(units.temperature)"
    }

    /// Formats a number with one decimal, and without a minus sign before zero.
    private static func decimal(_ value: Double) -> String {
        String((value * 10).rounded() / 10 + 0)
    }

    /// Returns the report as data that a client can display.
    func artifact(for caller: Caller) -> ToolArtifact {
        let daily = days.map { day -> JSONValue in
            .object(
                Self.present([
                    ("date", .string(day.date)), ("temperature_min", day.lowest.map { .number($0) }),
                    ("temperature_max", day.highest.map { .number($0) }),
                    ("weather_code", day.code.map { .integer($0.number) }),
                    ("condition", day.code.map { .string($0.text(for: caller)) }),
                    ("precipitation_probability", day.chanceOfPrecipitation.map { .integer($0) }),
                ])
            )
        }
        let report = Self.present([
            ("place", .string(title)), ("name", .string(place.name)), ("region", place.region.map { .string($0) }),
            ("country", place.country.map { .string($0) }), ("latitude", .number(place.latitude)),
            ("longitude", .number(place.longitude)), ("time", time.map { .string($0) }),
            ("temperature", .number(temperature)), ("apparent_temperature", apparentTemperature.map { .number($0) }),
            ("temperature_unit", .string(units.temperature)), ("weather_code", code.map { .integer($0.number) }),
            ("condition", code.map { .string($0.text(for: caller)) }), ("humidity", humidity.map { .integer($0) }),
            ("wind_speed", wind.map { .number($0) }), ("wind_speed_unit", .string(units.wind)),
            ("daily", .array(daily)),
        ])
        return ToolArtifact(type: "weather.reports", content: GeneratedContent(jsonValue: [.object(report)]))
    }

    private static func present(_ members: [(String, JSONValue?)]) -> JSONObject {
        JSONObject(members.compactMap { name, value in value.map { (name, $0) } })
    }
}
