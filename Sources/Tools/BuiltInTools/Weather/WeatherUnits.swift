import AgentTools

/// The units for weather in a region, from Unicode's CLDR.
struct WeatherUnits: Sendable, Equatable {
    /// `°C` or `°F`.
    let temperature: String
    /// `km/h`, `mph` or `m/s`.
    let wind: String
    /// The query parameters for units that are not the service's default.
    let query: [(String, String)]

    private static let fahrenheit: Set<String> = ["AS", "BS", "BZ", "GU", "KY", "MP", "PR", "PW", "US", "VI"]
    private static let milesPerHour: Set<String> = ["GB", "US"]
    private static let metresPerSecond: Set<String> = ["FI", "KR", "NO", "PL", "RU", "SE"]

    /// Makes the units of the caller's region; degrees Celsius and kilometers per hour if the locale has no region.
    init(for caller: Caller) {
        let region = caller.region ?? ""
        var query: [(String, String)] = []
        if Self.fahrenheit.contains(region) {
            temperature = "°F"
            query.append(("temperature_unit", "fahrenheit"))
        } else {
            temperature = "°C"
        }
        if Self.milesPerHour.contains(region) {
            wind = "mph"
            query.append(("wind_speed_unit", "mph"))
        } else if Self.metresPerSecond.contains(region) {
            wind = "m/s"
            query.append(("wind_speed_unit", "ms"))
        } else {
            wind = "km/h"
        }
        self.query = query
    }

    /// Returns the other units of the same quantity, which other regions use.
    static func others(of unit: String) -> [String] {
        switch unit {
        case "°C": ["°F"]
        case "km/h": ["mph", "m/s"]
        default: []
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.temperature == right.temperature && left.wind == right.wind
    }
}
