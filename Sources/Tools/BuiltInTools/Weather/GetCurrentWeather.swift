public import AgentTools
public import LanguageModels
public import Transport
public import ToolPhrases

/// Reports the weather of a city, now and for the next days, from Open-Meteo.
public struct GetCurrentWeather: AgentTool {
    /// The city, and the number of days.
    @Generable
    public struct Arguments {
        /// The city.
        @Guide(description: "One city, if need be with its state or country after a comma: \"Portland, Maine\"")
        public var city: String
        /// The number of days.
        @Guide(description: "The number of days of the forecast, 1 to 7, from today on; default: 1")
        public var days: Int?
    }

    /// `getCurrentWeather`.
    public let name = "getCurrentWeather"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Weather", .japanese: "天気"] }
    /// The description for the model.
    public let description =
        "Returns the current weather of one city and today's lowest and highest temperature, or the forecast of several days. "
        + "For several cities call it once for each, in the same turn."

    private let upstream: OpenMeteo

    /// Five minutes, shared by all callers, because the service measures every fifteen minutes.
    public var cachePolicy: ToolCachePolicy { .shared(for: .seconds(5 * 60)) }

    /// `weather.reports`.
    public var artifactTypes: [String] { ["weather.reports"] }
    /// Public: the answer is the same for everybody.
    public var data: ToolData { .public }

    /// Makes the tool.
    ///
    /// - Parameters:
    ///   - breakers: Stop calls while the service keeps failing.
    ///   - forecastURL: The address before `/v1/forecast`.
    ///   - geocodingURL: The address before `/v1/search`.
    ///   - contact: The operator's mail address or URL, for the service.
    ///   - timeouts: The limits of each of the two calls; together they must be within the tool's deadline.
    public init(
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        forecastURL: String = "https://api.open-meteo.com",
        geocodingURL: String = "https://geocoding-api.open-meteo.com",
        contact: String? = nil,
        timeouts: HTTPTimeouts = .init(
            connect: .seconds(5),
            firstByte: .seconds(8),
            idle: .seconds(8),
            total: .seconds(9)
        )
    ) {
        upstream = OpenMeteo(
            exchange: JSONExchange(client: client, breakers: breakers),
            forecastURL: forecastURL,
            geocodingURL: geocodingURL,
            timeouts: timeouts,
            userAgent: contact.map(HTTPClient.Configuration.userAgent) ?? HTTPClient.Configuration.standardUserAgent
        )
    }

    /// Looks up the city and returns its weather.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        guard arguments.city.utf8.count <= PlaceQuestion.mostBytes else {
            throw ToolFailure(
                caller.text(
                    "The name of the city is too long. Use the city alone, if necessary with its state or country.",
                    "都市の名前が長すぎます。都市名だけを、必要なら州や国とともに指定してください。"
                )
            )
        }
        guard let question = PlaceQuestion(arguments.city) else {
            throw ToolFailure(caller.text("The name of the city is empty. Name a city.", "都市の名前がありません。どの都市か指定してください。"))
        }
        do {
            let (places, reading) = try await places(question, caller)
            guard let place = places.first else {
                throw ToolFailure(
                    caller.text(
                        "There is no place named \"\(question.text)\" in the atlas of the weather service.",
                        "「\(question.text)」という場所は天気サービスの地名に見つかりませんでした。"
                    )
                )
            }
            let hasNamesakes = places.dropFirst().contains {
                $0.name == place.name && $0.countryCode == place.countryCode
            }
            let title = place.title(for: caller, withRegion: hasNamesakes || reading.qualifier != nil)
            let units = WeatherUnits(for: caller)
            let days = min(max(arguments.days ?? 1, 1), 7)
            let forecast = try await upstream.forecast(at: place, days: max(days, 3), in: units)
            guard let report = WeatherReport(forecast, place: place, title: title, units: units) else {
                throw UpstreamFailure(.unreadable, host: HTTPRequest.host(of: upstream.forecastURL))
            }
            ToolCallContext.current?.attach(report.artifact(for: caller))
            let namesakes =
                reading.qualifier == nil ? Self.text(ofNamesakes: places.dropFirst(), of: place, for: caller) : ""
            return report.text(for: caller, days: days) + namesakes
        } catch let failure as UpstreamFailure {
            throw ToolFailure(Self.text(of: failure, for: caller))
        }
    }

    /// Returns the matching places, likeliest first: for the question as written, or else for another reading of it.
    private func places(
        _ question: PlaceQuestion,
        _ caller: Caller
    ) async throws -> (places: [GeocodedPlace], reading: PlaceQuestion) {
        for reading in [question] + question.otherReadings {
            let places = try await placesAsAsked(reading, caller)
            if !places.isEmpty { return (places, reading) }
        }
        return ([], question)
    }

    /// Returns the places for one reading of the question.
    ///
    /// The geocoder filters by the part after the comma, but knows regions and countries only by the names in its own table. If it finds
    /// nothing, the name alone is looked up and the places are filtered here.
    private func placesAsAsked(_ question: PlaceQuestion, _ caller: Caller) async throws -> [GeocodedPlace] {
        let language = caller.language == .japanese ? "ja" : "en"
        let found = try await upstream.places(named: question.text, language: language)
        if !found.isEmpty {
            let narrowed = question.furtherQualifiers.reduce(found) { places, qualifier in
                places.filter { $0.lies(in: qualifier) }
            }
            return narrowed.isEmpty ? found : narrowed
        }
        guard let qualifier = question.qualifier else { return [] }
        return try await upstream.places(
            named: question.name,
            language: qualifier.utf8.allSatisfy { $0 < 0x80 } ? "en" : language
        ).filter { $0.lies(in: qualifier) }
    }

    /// Returns a sentence about other places with the same name, unless they are small compared with the chosen one.
    private static func text(
        ofNamesakes others: ArraySlice<GeocodedPlace>,
        of place: GeocodedPlace,
        for caller: Caller
    ) -> String {
        let titles = others.filter {
            $0.name == place.name && $0.population * 20 >= max(place.population, 1)
        }.prefix(3).map { $0.title(for: caller, withRegion: true) }
        guard !titles.isEmpty else { return "" }
        return caller.text(
            " There is also \(titles.joined(separator: "; ")).",
            "同じ名前の場所: \(titles.joined(separator: "、"))。"
        )
    }

    private static func text(of failure: UpstreamFailure, for caller: Caller) -> String {
        let reason = failure.text(for: caller)
        return switch failure.code {
        case .unreachable, .timedOut:
            caller.text("I could not reach the weather service: \(reason).", "天気サービスに接続できませんでした（\(reason)）。")
        default:
            caller.text("The weather service did not answer: \(reason).", "天気サービスから答えが得られませんでした（\(reason)）。")
        }
    }
}
