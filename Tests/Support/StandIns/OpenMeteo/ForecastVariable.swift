/// A forecast variable: its unit, its decimals and its value in a city's climate.
struct ForecastVariable: Sendable {
    let name: String
    let quantity: Quantity
    let value: @Sendable (City.Climate, _ day: Int) -> Double

    enum Quantity: Sendable {
        case temperature, percent, flag, code, precipitation, pressure, speed, degrees, index
        /// Minutes after local midnight.
        case clockTime
    }

    /// The variables of `current`.
    static let current: [ForecastVariable] = [
        .init("temperature_2m", .temperature) { climate, _ in climate.temperature },
        .init("relative_humidity_2m", .percent) { climate, _ in Double(climate.humidity) },
        .init("apparent_temperature", .temperature) { climate, _ in climate.temperature - 1.5 },
        .init("is_day", .flag) { _, _ in 1 },
        .init("precipitation", .precipitation) { climate, _ in climate.isWet ? 0.4 : 0 },
        .init("rain", .precipitation) { climate, _ in climate.isWet ? 0.4 : 0 },
        .init("weather_code", .code) { climate, _ in Double(climate.code) },
        .init("cloud_cover", .percent) { climate, _ in climate.code == 0 ? 0 : 65 },
        .init("pressure_msl", .pressure) { _, _ in 1018.3 },
        .init("wind_speed_10m", .speed) { climate, _ in climate.wind },
        .init("wind_direction_10m", .degrees) { _, _ in 352 },
        .init("wind_gusts_10m", .speed) { climate, _ in climate.wind * 2 },
    ]

    /// The variables of `daily`.
    static let daily: [ForecastVariable] = [
        .init("weather_code", .code) { climate, _ in Double(climate.code) },
        .init("temperature_2m_max", .temperature) { climate, day in climate.temperature + 1.8 + Double(day) * 0.5 },
        .init("temperature_2m_min", .temperature) { climate, day in climate.temperature - 10.2 + Double(day) * 0.5 },
        .init("apparent_temperature_max", .temperature) { climate, _ in climate.temperature + 0.8 },
        .init("apparent_temperature_min", .temperature) { climate, _ in climate.temperature - 12 },
        .init("sunrise", .clockTime) { _, day in 380 + Double(day) },
        .init("sunset", .clockTime) { _, _ in 991 },
        .init("precipitation_sum", .precipitation) { climate, _ in climate.isWet ? 4.2 : 0 },
        .init("precipitation_probability_max", .percent) { climate, _ in climate.isWet ? 85 : 5 },
        .init("wind_speed_10m_max", .speed) { climate, _ in climate.wind * 1.5 },
        .init("wind_gusts_10m_max", .speed) { climate, _ in climate.wind * 2.5 },
        .init("uv_index_max", .index) { _, _ in 3.2 },
    ]

    private init(
        _ name: String,
        _ quantity: Quantity,
        value: @escaping @Sendable (City.Climate, _ day: Int) -> Double
    ) {
        self.name = name
        self.quantity = quantity
        self.value = value
    }
}

extension City.Climate {
    /// Whether there is rain or snow.
    fileprivate var isWet: Bool { code >= 51 }
}

/// The units of a request.
struct ForecastUnits {
    let isFahrenheit: Bool
    let windUnit: String
    let isInch: Bool
    let isUnixTime: Bool

    init(_ request: RecordedRequest) {
        isFahrenheit = request.queryItem("temperature_unit") == "fahrenheit"
        windUnit = request.queryItem("wind_speed_unit") ?? "kmh"
        isInch = request.queryItem("precipitation_unit") == "inch"
        isUnixTime = request.queryItem("timeformat") == "unixtime"
    }

    var time: String { isUnixTime ? "unixtime" : "iso8601" }

    func name(of quantity: ForecastVariable.Quantity) -> String {
        switch quantity {
        case .temperature: isFahrenheit ? "°F" : "°C"
        case .percent: "%"
        case .flag, .index: ""
        case .code: "wmo code"
        case .precipitation: isInch ? "inch" : "mm"
        case .pressure: "hPa"
        case .speed: ["ms": "m/s", "mph": "mp/h", "kn": "kn"][windUnit] ?? "km/h"
        case .degrees: "°"
        case .clockTime: time
        }
    }

    /// Returns the value in the unit, rounded to the upstream's number of decimals.
    func convert(_ value: Double, _ quantity: ForecastVariable.Quantity) -> Double {
        switch quantity {
        case .temperature: round(isFahrenheit ? value * 9 / 5 + 32 : value, 10)
        case .precipitation: round(isInch ? value / 25.4 : value, 100)
        case .speed: round(value * (["ms": 1 / 3.6, "mph": 0.621371, "kn": 0.539957][windUnit] ?? 1), 10)
        case .pressure, .index: round(value, 10)
        case .percent, .flag, .code, .degrees, .clockTime: value.rounded()
        }
    }

    private func round(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
}
