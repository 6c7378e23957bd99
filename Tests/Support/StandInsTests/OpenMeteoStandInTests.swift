import FoundationEssentials
import StandIns
import StreamingJSON
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OpenMeteoStandInTests {
    @Sendable private static func now() -> Date { Date(timeIntervalSince1970: 1_795_222_800) }  // 2026-11-21 01:00 UTC

    private func get(_ target: String) async throws -> RawClient.Answer {
        try await OpenMeteoStandIn.with(now: Self.now) { try await RawClient($0).send("GET", target) }
    }

    @Test func geocodesInTheRequestedLanguage() async throws {
        let json = try #require(try await get("/v1/search?name=Tokyo&count=5&language=ja&format=json").json)
        #expect(json.objectValue?.keys == ["results", "generationtime_ms"])
        #expect(
            json["results"]?[0]?.objectValue?.keys == [
                "id", "name", "latitude", "longitude", "elevation", "feature_code", "country_code", "admin1_id",
                "timezone",
                "population", "country_id", "country", "admin1",
            ]
        )
        #expect(json["results"]?[0]?["name"] == "東京" && json["results"]?[0]?["country"] == "日本")
        #expect(try await get("/v1/search?name=%E6%9D%B1%E4%BA%AC").json?["results"]?[0]?["name"] == "Tokyo")
    }

    @Test func omitsZeroAndEmptyValues() async throws {
        #expect(try await get("/v1/search?name=Atlantis").json?.objectValue?.keys == ["generationtime_ms"])
        #expect(try await get("/v1/search?name=X").json?["results"] == nil)
        let venice = try #require(try await get("/v1/search?name=Venice").json?["results"]?[0])
        #expect(venice["elevation"] == nil && venice["name"] == "Venice")
        let singapore = try #require(try await get("/v1/search?name=Singapore").json?["results"]?[0])
        #expect(singapore["admin1"] == nil && singapore["admin1_id"] == nil)
    }

    @Test(arguments: [
        ("Portland", ["Oregon", "Maine"]), ("Portland%2C%20Maine", ["Maine"]), ("Paris,US", ["Texas"]),
        ("Paris%2C%20France", ["Île-de-France"]), ("Portland,Kenya", []),
    ])
    func filtersByTheTextAfterTheComma(name: String, regions: [String]) async throws {
        let found = try await get("/v1/search?name=\(name)").json?["results"]?.arrayValue ?? []
        #expect(found.compactMap { $0["admin1"]?.stringValue } == regions)
    }

    @Test(arguments: [
        ("/v1/search", "Value of type 'String' required for key 'name'."),
        ("/v1/search?name=Tokyo&count=0", "Parameter count must be between 1 and 100."),
        ("/v1/forecast?latitude=123.0&longitude=0", "Latitude must be in range of -90 to 90°. Given: 123.0."),
        ("/v1/forecast?latitude=1&longitude=1&timezone=Mars", "Invalid timezone"),
        (
            "/v1/forecast?latitude=1&longitude=1&forecast_days=99",
            "Forecast days is invalid. Allowed range 0 to 16. Given 99."
        ),
        (
            "/v1/forecast?latitude=1&longitude=1&current=tempeture_2m",
            "Data corrupted at path ''. Cannot initialize ForecastVariable from invalid String value tempeture_2m."
        ),
    ])
    func refusesWithTheUpstreamsErrors(target: String, reason: String) async throws {
        let answer = try await get(target)
        #expect(answer.status == 400)
        #expect(answer.json == ["error": true, "reason": .string(reason)])
    }

    @Test func forecastsInTheUpstreamsKeyOrder() async throws {
        let answer = try await get(
            "/v1/forecast?latitude=35.6895&longitude=139.69171&timezone=Asia%2FTokyo&forecast_days=2"
                + "&current=temperature_2m,weather_code&daily=temperature_2m_max,sunrise"
        )
        let json = try #require(answer.json)
        #expect(
            json.objectValue?.keys == [
                "latitude", "longitude", "generationtime_ms", "utc_offset_seconds", "timezone", "timezone_abbreviation",
                "elevation", "current_units", "current", "daily_units", "daily",
            ]
        )
        #expect(json["timezone_abbreviation"] == "GMT+9" && json["utc_offset_seconds"] == 32_400)
        #expect(json["current_units"]?.objectValue?.keys == ["time", "interval", "temperature_2m", "weather_code"])
        #expect(
            json["current"] == [
                "time": "2026-11-21T10:00", "interval": 900, "temperature_2m": 12.4, "weather_code": 2,
            ]
        )
        #expect(json["daily_units"] == ["time": "iso8601", "temperature_2m_max": "°C", "sunrise": "iso8601"])
        #expect(json["daily"]?["time"] == ["2026-11-21", "2026-11-22"])
        #expect(json["daily"]?["temperature_2m_max"] == [14.2, 14.7])
        #expect(json["daily"]?["sunrise"] == ["2026-11-21T06:20", "2026-11-22T06:21"])
    }

    @Test func convertsUnitsAndServesSeveralPlaces() async throws {
        let answer = try await get(
            "/v1/forecast?latitude=28.63576,37.77493&longitude=77.22445,-122.41942&timezone=auto&timeformat=unixtime"
                + "&current=temperature_2m,wind_speed_10m&temperature_unit=fahrenheit&wind_speed_unit=mph"
        )
        let places = try #require(answer.json?.arrayValue)
        #expect(places.map { $0["location_id"] } == [nil, 1])
        #expect(places.map { $0["timezone"] } == ["Asia/Kolkata", "America/Los_Angeles"])
        #expect(places[0]["timezone_abbreviation"] == "GMT+5:30")
        #expect(places[0]["current_units"]?["wind_speed_10m"] == "mp/h")
        #expect(places[0]["current"]?["temperature_2m"] == 88.2)
        #expect(places[0]["current"]?["time"] == 1_795_222_800)
    }
}
