public import LanguageModels
public import Transport

/// Tells the weather of a city now and today, from Open-Meteo.
public struct GetCurrentWeather: AgentTool {
    /// Where.
    @Generable
    public struct Arguments {
        /// The city.
        @Guide(description: "One city, if need be with its state or country after a comma: \"Portland, Maine\"")
        public var city: String
        /// How many days.
        @Guide(description: "How many days of forecast to give, 1 to 7, from today on; 1 if not given")
        public var days: Int?
    }

    /// `getCurrentWeather`.
    public let name = "getCurrentWeather"
    /// What the model is told of the tool.
    public let description =
        "Tells the current weather of one city and today's lowest and highest temperature, or the forecast of several days. "
        + "For several cities call it once for each, in the same turn."

    private let upstream: OpenMeteo

    /// Five minutes for everybody: the service itself measures every quarter of an hour.
    public var cachePolicy: ToolCachePolicy { .shared(for: .seconds(5 * 60)) }

    /// `weather.reports`.
    public var artifactTypes: [String] { ["weather.reports"] }

    /// Makes the tool.
    ///
    /// - Parameters:
    ///   - breakers: Hold calls back while the service keeps failing.
    ///   - forecastURL: The address before `/v1/forecast`.
    ///   - geocodingURL: The address before `/v1/search`.
    ///   - contact: A mail address or a URL of whoever runs Torii, for the service.
    ///   - timeouts: For each of the two calls; together they are to stay within the tool's deadline.
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

    /// Looks the city up and tells its weather.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        guard arguments.city.utf8.count <= PlaceQuestion.mostBytes else {
            throw ToolFailure(
                caller.text(
                    "The name of the city is too long. Give the city alone, if need be with its state or country.",
                    "都市の名前が長すぎます。都市名だけを、必要なら州や国とともに指定してください。"
                )
            )
        }
        guard let question = PlaceQuestion(arguments.city) else {
            throw ToolFailure(caller.text("Say for which city: the name is empty.", "都市の名前がありません。どの都市か指定してください。"))
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

    /// The places that are meant, the likeliest first: as the question stands, else as it may be read otherwise.
    private func places(
        _ question: PlaceQuestion,
        _ caller: Caller
    ) async throws -> (places: [Place], reading: PlaceQuestion) {
        for reading in [question] + question.otherReadings {
            let places = try await placesAsAsked(reading, caller)
            if !places.isEmpty { return (places, reading) }
        }
        return ([], question)
    }

    /// The geocoder filters by what follows the comma, but knows regions and countries only by the names in its own table;
    /// what it does not find this way is looked for by name alone and filtered here.
    private func placesAsAsked(_ question: PlaceQuestion, _ caller: Caller) async throws -> [Place] {
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

    /// The other places that may have been meant: those of the same name that are not small beside the one chosen.
    private static func text(ofNamesakes others: ArraySlice<Place>, of place: Place, for caller: Caller) -> String {
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
            caller.text("The weather service gave no answer: \(reason).", "天気サービスから答えが得られませんでした（\(reason)）。")
        }
    }
}
