import AgentTools
import StreamingJSON
import Transport

/// Open-Meteo's geocoder and forecast, which need no key.
struct OpenMeteo: Sendable {
    let exchange: JSONExchange
    let forecastURL: String
    let geocodingURL: String
    let timeouts: HTTPTimeouts
    /// The user agent of the requests.
    let userAgent: String

    /// Returns the places with a name, likeliest first.
    func places(named name: String, language: String) async throws -> [GeocodedPlace] {
        let url = HTTPRequest.url(
            geocodingURL,
            "/v1/search",
            query: [("name", name), ("count", "10"), ("language", language), ("format", "json")]
        )
        let answer = try await get(url)
        guard answer.objectValue != nil, answer["error"]?.boolValue != true else {
            throw UpstreamFailure(.unreadable, host: HTTPRequest.host(of: geocodingURL))
        }
        // `results` is missing if there are none.
        return (answer["results"]?.arrayValue ?? []).compactMap { GeocodedPlace($0) }
    }

    /// Returns the weather at a place, now and for a number of days starting today.
    func forecast(at place: GeocodedPlace, days: Int, in units: WeatherUnits) async throws -> JSONValue {
        let url = HTTPRequest.url(
            forecastURL,
            "/v1/forecast",
            query: [
                ("latitude", String(place.latitude)), ("longitude", String(place.longitude)),
                (
                    "current",
                    "temperature_2m,relative_humidity_2m,apparent_temperature,precipitation,weather_code,wind_speed_10m"
                ),
                ("daily", "weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max"),
                ("timezone", place.timeZone ?? "auto"), ("forecast_days", String(days)),
            ] + units.query
        )
        return try await get(url)
    }

    private func get(_ url: String) async throws -> JSONValue {
        try await exchange.send(
            HTTPRequest(
                .get,
                url,
                headers: ["User-Agent": .plain(userAgent), "Accept": "application/json"],
                timeouts: timeouts,
                isTrusted: true
            )
        )
    }
}
