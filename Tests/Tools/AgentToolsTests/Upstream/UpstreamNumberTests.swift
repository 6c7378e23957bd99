import CalendarDays
import Foundation
import KeyVault
import LanguageModels
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentTools
@testable import BuiltInTools

/// Invalid numbers in every place where an upstream sends a number.
@Suite(.timeLimit(.minutes(1))) struct UpstreamNumberTests {
    private static let values: [JSONValue] = [
        .integer(.min), .integer(.max), .integer(-1), .integer(0), .number(1e308), .number(-1e308), .number(9.3e18),
        "9223372036854775807", "-9223372036854775808", "NaN", "inf", "", .null, [], [:],
    ]

    @Test(arguments: values) func ofTheGeocoderAndTheForecast(value: JSONValue) async throws {
        let place: JSONValue = [
            "name": "X", "latitude": value, "longitude": 1, "population": value, "admin1": value, "country": value,
        ]
        let day: JSONValue = [value, value, value]
        let forecast: JSONValue = [
            "current": [
                "temperature_2m": value, "apparent_temperature": value, "weather_code": value, "wind_speed_10m": value,
                "relative_humidity_2m": value,
            ],
            "daily": [
                "time": ["2026-11-24", "2026-11-25", "2026-11-26"], "temperature_2m_min": day,
                "temperature_2m_max": day,
                "weather_code": day, "precipitation_probability_max": day,
            ],
        ]
        try await WebSiteStandIn.with(pages: [
            "/v1/search": Self.json(["results": [place, place]]), "/v1/forecast": Self.json(forecast),
        ]) { site in
            let tool = GetCurrentWeather(client: HTTPClient(), forecastURL: site.baseURL, geocodingURL: site.baseURL)
            for days in [Int.min, 1, 7, .max] {
                let trial = try await WebToolTrial(tool, ["city": "X", "days": .integer(days)])
                #expect(trial.text.utf8.count < 1000)
            }
        }
    }

    private static func json(_ value: JSONValue) -> StandInReply {
        WebSiteStandIn.page(Array(value.serialized().utf8), contentType: "application/json")
    }

    /// Two places with one name, each with an absurd population.
    @Test func populationsAreBounded() throws {
        let place = try #require(GeocodedPlace(["name": "X", "latitude": 1, "population": 9_000_000_000_000_000_000]))
        #expect(place.population == 100_000_000_000)
        #expect(GeocodedPlace(["name": "X", "latitude": 1, "population": .integer(.min)])?.population == 0)
        #expect(GeocodedPlace(["name": "X\n\u{E0041}<|y", "latitude": 1])?.name == "X < |y")
    }

    @Test(arguments: values) func ofZaicosItems(value: JSONValue) {
        var item: JSONObject = ["id": 1, "title": "x", "updated_at": "2026-11-24T00:00:00Z", "quantity": value]
        if let read = InventoryItemRecord(zaico: .object(item)) { _ = read.details(for: Caller()) }
        item["id"] = value
        _ = InventoryItemRecord(zaico: .object(item))
        item["updated_at"] = value
        _ = InventoryItemRecord(zaico: .object(item))
    }

    @Test(arguments: [
        (Int.max, 86_400), (9_223_372_036_854_775_000, 86_400), (.min, nil), (-1, nil), (0, 0), (30, 30),
        (86_401, 86_400),
    ]) func ofRetryAfter(given: Int, taken: Int?) {
        let failure = UpstreamFailure(.rateLimited, host: "h", retryAfter: given)
        #expect(failure.retryAfter == taken)
        // The wait passes through the key pool, which converts it to a time and back.
        guard case .limited(let rest)? = failure.keyOutcome else { return }
        #expect(UpstreamFailure(keysOf: "h", usableAfter: rest ?? .zero).retryAfter == max(1, taken ?? 0))
    }

    @Test(arguments: [
        (Duration.seconds(Int.max), 3_200_000_000), (.seconds(-5), 0), (.milliseconds(1), 1), (.seconds(90), 90),
    ]) func ofDurations(duration: Duration, seconds: Int) { #expect(duration.wholeSeconds == seconds) }

    @Test(arguments: [Int.max, .min, -1]) func ofALimitOfZaico(seconds: Int) async throws {
        try await ZaicoStandIn.with { standIn in
            standIn.server.misbehave(.answer(ZaicoStandIn.failure(429, retryAfter: seconds)), times: nil)
            let trial = try await WebToolTrial(GetInventoryList(inventory: InventoryKind.zaico(standIn.baseURL)), [:])
            #expect(trial.isError && !trial.text.isEmpty)
        }
    }

    /// Times in a client's events.
    @Test(arguments: [
        "9999-12-31T23:59:59Z", "-9999-01-01T00:00:00Z", "+292278994-08-17T07:12:55Z", "99999999-01-01T00:00:00Z",
        "0001-01-01", "9999-12-31", "0000-01-01", "2026-13-01",
    ]) func ofAClientsEvents(text: String) throws {
        let day = try #require(CalendarDay(year: 2026, month: 11, day: 24))
        var agenda = try #require(DayAgenda(of: day, in: .gmt))
        for end in [text, "2026-11-24T00:00:00Z", "2026-11-24"] {
            for (start, end) in [(text, end), (end, text)] {
                let event: JSONValue = ["title": "t", "start": .string(start), "end": .string(end), "attendees": ["A"]]
                if let entry = AgendaEntry(clientEvent: event) { agenda.add(entry) }
            }
        }
        let answer = AgendaAnswer(agenda, attendee: "A", further: .max)
        #expect(!answer.text(for: Caller()).isEmpty && answer.artifact.type == "calendar.events")
    }
}
