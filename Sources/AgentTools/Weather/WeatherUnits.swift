/// The units in which people of a region speak of the weather, as Unicode's CLDR lists them.
struct WeatherUnits: Sendable, Equatable {
    /// `°C` or `°F`.
    let temperature: String
    /// `km/h`, `mph` or `m/s`.
    let wind: String
    /// What asks the forecast for them, where they are not its own.
    let query: [(String, String)]

    private static let fahrenheit: Set<String> = ["AS", "BS", "BZ", "GU", "KY", "MP", "PR", "PW", "US", "VI"]
    private static let milesPerHour: Set<String> = ["GB", "US"]
    private static let metresPerSecond: Set<String> = ["FI", "KR", "NO", "PL", "RU", "SE"]

    /// The units of the caller's region; degrees Celsius and kilometres an hour where the locale names none.
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

    /// The units that may stand in the place of one, by the caller's region.
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
