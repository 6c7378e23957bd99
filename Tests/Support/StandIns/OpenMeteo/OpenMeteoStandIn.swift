public import FoundationEssentials
import StreamingJSON

/// A stand-in for Open-Meteo: geocoding at `GET /v1/search` and forecasts at `GET /v1/forecast`, both on one address.
///
/// It knows about thirty cities, each with constant weather. Forecasts have current and daily values, but no hourly ones.
public struct OpenMeteoStandIn: StandIn {
    /// The underlying server.
    public let server: StandInServer

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - delay: the delay of each answer.
    ///   - now: the time of the forecasts.
    public init(port: Int = 0, delay: Duration = .zero, now: @escaping @Sendable () -> Date = { Date() }) {
        self.server = StandInServer(name: "open-meteo", port: port) { request in
            var reply = Self.answer(request, now: now())
            if delay > .zero { reply.misbehavior = .delayHeader(delay) }
            return reply
        }
    }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        now: @escaping @Sendable () -> Date = { Date() },
        _ body: (OpenMeteoStandIn) async throws -> Result
    ) async throws -> Result {
        try await OpenMeteoStandIn(now: now).running(body)
    }

    /// A failure in the upstream's format.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        let reason =
            switch status {
            case 429: "Minutely API request limit exceeded. Please try again in one minute."
            case 503: "The service is overloaded"
            case 500...: "Something went wrong."
            default: "The stand-in refuses this request."
            }
        var reply = failure(status, reason: reason)
        if let retryAfter { reply.headers.append(("Retry-After", String(retryAfter))) }
        return reply
    }

    /// A failure inside a body with status 200, after the start of the JSON, so that the body is not valid JSON.
    public static var failureInBody: StandInReply {
        .text(
            #"{"latitude":35.7,"longitude":139.6875,"current":{"time":Unexpected error while streaming data: timeout"#,
            contentType: "application/json; charset=utf-8"
        )
    }

    static func failure(_ status: Int, reason: String) -> StandInReply {
        .json(
            ["error": true, "reason": .string(reason)],
            status: status,
            contentType: "application/json; charset=utf-8"
        )
    }

    private static func answer(_ request: RecordedRequest, now: Date) -> StandInReply {
        switch (request.method, request.path) {
        case ("GET", "/v1/search"): geocode(request)
        case ("GET", "/v1/forecast"): forecast(request, now: now)
        default: failure(404, reason: "Not Found")
        }
    }
}
