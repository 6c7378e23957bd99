import AgentTools
import BuiltInTools
import FoundationEssentials
import LanguageModels
import StandIns
import StreamingJSON
import Testing
import Transport

@Suite(.timeLimit(.minutes(1)))
struct GetCurrentWeatherTests {
    private let client = HTTPClient()

    @Sendable private static func now() -> Date { Date(timeIntervalSince1970: 1_795_222_800) }  // 2026-11-21 01:00 UTC

    private func tool(_ standIn: OpenMeteoStandIn) -> GetCurrentWeather {
        GetCurrentWeather(client: client, forecastURL: standIn.baseURL, geocodingURL: standIn.baseURL)
    }

    private func weather(
        _ city: String,
        locale: String = "en",
        prepare: (OpenMeteoStandIn) -> Void = { _ in }
    ) async throws -> WebToolTrial {
        try await OpenMeteoStandIn.with(now: Self.now) { standIn in
            prepare(standIn)
            return try await WebToolTrial(tool(standIn), ["city": .string(city)], locale: locale)
        }
    }

    @Test(arguments: [
        ("New Delhi", "en", "New Delhi, India: 31.2 °C, clear sky, humidity 40 %, wind 8.1 km/h. Today 21.0–33.0 °C."),
        ("ニューデリー", "ja", "ニューデリー（インド）: 31.2 °C、快晴、湿度 40 %、風速 8.1 km/h。今日は 21.0〜33.0 °C。"),
        ("  tokyo ", "en-AU", "Tokyo, Japan: 12.4 °C, partly cloudy, humidity 58 %, wind 7.6 km/h. Today 2.2–14.2 °C."),
        ("Tokyo", "en-US", "Tokyo, Japan: 54.3 °F, partly cloudy, humidity 58 %, wind 4.7 mph. Today 36.0–57.6 °F."),
        ("Tokyo", "en-GB", "Tokyo, Japan: 12.4 °C, partly cloudy, humidity 58 %, wind 4.7 mph. Today 2.2–14.2 °C."),
        ("Tokyo", "ko_KR", "Tokyo, Japan: 12.4 °C, partly cloudy, humidity 58 %, wind 2.1 m/s. Today 2.2–14.2 °C."),
        ("Moscow", "en", "Moscow, Russia: -4.8 °C, snow, humidity 86 %, wind 11.7 km/h. Today -15.0–-3.0 °C."),
        ("Singapore", "en", "Singapore: 30.1 °C, thunderstorm, humidity 83 %, wind 9.7 km/h. Today 19.9–31.9 °C."),
    ])
    func reportsTheWeather(city: String, locale: String, line: String) async throws {
        let trial = try await weather(city, locale: locale)
        #expect(!trial.isError)
        #expect(trial.text == line)
    }

    @Test(arguments: [
        ("Portland, Maine", "Portland, Maine, United States"), ("Portland", "Portland, Oregon, United States"),
        ("Portland, Maine, USA", "Portland, Maine, United States"), ("Paris, USA", "Paris, Texas, United States"),
        ("Paris，France", "Paris, Île-de-France, France"), ("Paris", "Paris, France"),
        ("London, UK", "London, England, United Kingdom"), ("Portland, ME", "Portland, Maine, United States"),
        ("Portland Maine", "Portland, Maine, United States"), ("Paris Texas", "Paris, Texas, United States"),
        ("Paris, Ile de France", "Paris, Île-de-France, France"),
    ])
    func distinguishesPlacesWithTheSameName(city: String, title: String) async throws {
        #expect(try await weather(city).text.hasPrefix(title + ": "))
    }

    @Test(arguments: [
        ("札幌市", "札幌（日本）: 2.1 °C、弱い雪、"), ("北海道札幌市", "札幌（日本・北海道）: 2.1 °C"), ("日本の札幌", "札幌（日本"),
        ("フランスのパリ", "パリ（フランス"), ("アメリカのポートランド", "ポートランド（アメリカ合衆国"),
    ])
    func findsACityByItsFullJapaneseName(city: String, beginning: String) async throws {
        let text = try await weather(city, locale: "ja").text
        #expect(text.hasPrefix(beginning), "\(text)")
    }

    @Test func mentionsAnotherLargePlaceWithTheSameName() async throws {
        #expect(try await weather("Portland").text.hasSuffix(" There is also Portland, Maine, United States."))
        for city in ["Paris", "Portland, Oregon"] {
            let text = try await weather(city).text
            #expect(!text.contains("There is also"))
        }
    }

    @Test(arguments: [
        (2, "en", ["2026-11-22: clear sky, 21.5–33.5 °C, 5 % chance of rain or snow."]),
        (3, "ja", ["2026-11-22: 快晴、21.5〜33.5 °C、降水確率 5 %。", "2026-11-23: 快晴、22.0〜34.0 °C、降水確率 5 %。"]),
        (1, "en", []), (0, "en", []),
    ])
    func reportsTheForecastOfDays(days: Int, locale: String, lines: [String]) async throws {
        let arguments: JSONValue = ["city": "New Delhi", "days": .integer(days)]
        try await OpenMeteoStandIn.with(now: Self.now) { standIn in
            let trial = try await WebToolTrial(tool(standIn), arguments, locale: locale)
            #expect(trial.text.split(separator: "\n").dropFirst().map(String.init) == lines)
        }
    }

    @Test(arguments: [(nil, "torii/0.1"), ("https://example.com/torii", "torii/0.1 (https://example.com/torii)")])
    func theServiceReceivesTheContact(contact: String?, userAgent: String) async throws {
        try await OpenMeteoStandIn.with(now: Self.now) { standIn in
            let tool = GetCurrentWeather(
                client: client,
                forecastURL: standIn.baseURL,
                geocodingURL: standIn.baseURL,
                contact: contact
            )
            _ = try await WebToolTrial(tool, ["city": "Tokyo"])
            #expect(standIn.requests.map { $0.header("User-Agent") } == [userAgent, userAgent])
        }
    }

    @Test func requestsAtMostAWeek() async throws {
        try await OpenMeteoStandIn.with(now: Self.now) { standIn in
            let trial = try await WebToolTrial(tool(standIn), ["city": "Tokyo", "days": 99])
            #expect(trial.text.split(separator: "\n").count == 7)
            #expect(standIn.requests.last?.queryItem("forecast_days") == "7")
        }
    }

    @Test func attachesTheReport() async throws {
        let artifact = try #require(try await weather("Tokyo").artifacts.first)
        #expect(artifact.type == "weather.reports")
        let report = try #require(artifact.content.jsonValue[0])
        #expect(report["temperature"] == 12.4 && report["weather_code"] == 2 && report["condition"] == "partly cloudy")
        #expect(report["daily"]?.arrayValue?.compactMap { $0["date"] } == ["2026-11-21", "2026-11-22", "2026-11-23"])
    }

    @Test(arguments: [
        ("", "en", "The name of the city is empty"), (" , ", "ja", "都市の名前がありません"),
        ("Atlantis", "en", "no place named \"Atlantis\""),
        ("アトランティス", "ja", "「アトランティス」という場所は"), ("Portland, Kenya", "en", "no place named \"Portland, Kenya\""),
    ])
    func explainsAnInvalidCity(city: String, locale: String, text: String) async throws {
        let trial = try await weather(city, locale: locale)
        #expect(trial.isError && trial.text.contains(text) && trial.artifacts.isEmpty)
    }

    @Test(
        arguments: [
            (Misbehavior.answer(OpenMeteoStandIn.failure(500)), "reports an internal error"),
            (.answer(OpenMeteoStandIn.failure(429)), "allows no more requests at the moment"),
            (.answer(.html(status: 200)), "could not be read"),
            (.answer(OpenMeteoStandIn.failureInBody), "could not be read"),
            (.truncate(afterBytes: 10), "was cut off"),
            (.resetBeforeHeader, "could not be reached"),
        ],
        ["/v1/search", "/v1/forecast"]
    )
    func explainsFailures(failure: (misbehavior: Misbehavior, reason: String), path: String) async throws {
        let trial = try await weather("Tokyo") { standIn in
            standIn.server.misbehave(failure.misbehavior, times: nil) { $0.path == path }
        }
        #expect(trial.isError && !trial.text.contains("127.0.0.1") && trial.text.contains(failure.reason))
        #expect(!trial.text.contains("<html>") && !trial.text.contains("Something went wrong"))
    }

    @Test func namesNoPrivateHost() async throws {
        let dead = UnansweredPort()
        defer { withExtendedLifetime(dead) {} }
        let tool = GetCurrentWeather(client: client, forecastURL: dead.baseURL, geocodingURL: dead.baseURL)
        #expect(
            try await WebToolTrial(tool, ["city": "Tokyo"]).text
                == "I could not reach the weather service: the service could not be reached."
        )
        #expect(
            try await WebToolTrial(tool, ["city": "東京"], locale: "ja").text
                == "天気サービスに接続できませんでした（サービス に接続できませんでした）。"
        )
    }

    @Test func timesOutOnAStalledUpstream() async throws {
        try await OpenMeteoStandIn.with { standIn in
            standIn.server.misbehave(.stall(afterBytes: 5))
            let tool = GetCurrentWeather(
                client: client,
                forecastURL: standIn.baseURL,
                geocodingURL: standIn.baseURL,
                timeouts: .init(idle: .milliseconds(300))
            )
            let trial = try await WebToolTrial(tool, ["city": "Tokyo"])
            #expect(trial.isError && trial.text.contains("did not answer in time"))
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    @Test(arguments: [
        (#"{"current":{"temperature_2m":7.04}}"#, "Tokyo, Japan: 7.0 °C."),
        (
            #"{"current":{"temperature_2m":-0.04,"weather_code":104},"daily":{"time":["2026-11-21"],"temperature_2m_max":[null]}}"#,
            "Tokyo, Japan: 0.0 °C, weather code 104."
        ),
    ])
    func toleratesMissingValues(body: String, line: String) async throws {
        let trial = try await weather("Tokyo") { standIn in
            standIn.server.misbehave(.answer(.text(body, contentType: "application/json"))) {
                $0.path == "/v1/forecast"
            }
        }
        #expect(trial.text == line)
    }

    @Test func placesOnTheEquatorHaveNoLatitudeOnTheWire() async throws {
        let body = #"{"results":[{"id":1,"name":"Null Town","longitude":9.5}],"generationtime_ms":0.1}"#
        try await OpenMeteoStandIn.with { standIn in
            standIn.server.misbehave(.answer(.text(body, contentType: "application/json"))) { $0.path == "/v1/search" }
            let trial = try await WebToolTrial(tool(standIn), ["city": "Null Town"])
            #expect(trial.text.hasPrefix("Null Town: 30.0 °C"))
            #expect(standIn.requests.last?.queryItem("latitude") == "0.0")
            #expect(standIn.requests.last?.queryItem("timezone") == "auto")
        }
    }

    @Test func twoCitiesAreQueriedInParallel() async throws {
        try await OpenMeteoStandIn.with { standIn in
            let gate = StandInGate()
            standIn.server.misbehave(.hold(gate))
            let tool = tool(standIn)
            async let first = WebToolTrial(tool, ["city": "New Delhi"])
            async let second = WebToolTrial(tool, ["city": "San Francisco"])
            // The first answer is held until the second request arrives, which would never happen with sequential requests.
            let asked = await standIn.server.requests(atLeast: 2)
            gate.open()
            let texts = try await [first.text, second.text]
            #expect(
                texts[0].hasPrefix("New Delhi, India: 31.2 °C")
                    && texts[1].hasPrefix("San Francisco, United States: 15.4 °C")
            )
            #expect(Set(asked.compactMap { $0.queryItem("name") }) == ["New Delhi", "San Francisco"])
            let requests = standIn.requests
            #expect(requests[0].overlaps(requests[1]))
        }
    }
}
