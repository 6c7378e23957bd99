import StreamingJSON
import Synchronization

/// A stand-in for Tavily: `POST /search` with a key or keyless, and `GET /usage`.
public struct TavilyStandIn: StandIn {
    /// Returns the pages for a query, best first.
    public typealias Finder = @Sendable (_ query: String) -> [Article]

    /// The underlying server.
    public let server: StandInServer
    private let keys: AcceptedKeys

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - keys: the accepted API keys; with none, any key is accepted, but a key or the keyless mode is still required.
    ///   - delay: the delay of each answer.
    ///   - allowsKeyless: whether requests in the keyless mode are answered; otherwise they receive its limit error.
    ///   - find: returns the pages for a query.
    public init(
        port: Int = 0,
        keys: [String] = [],
        delay: Duration = .zero,
        allowsKeyless: Bool = true,
        find: @escaping Finder = { Article.library.matching($0) }
    ) {
        let accepted = AcceptedKeys(keys)
        let service = Service(keys: accepted, delay: delay, allowsKeyless: allowsKeyless, find: find)
        self.keys = accepted
        self.server = StandInServer(name: "tavily", port: port) { service.answer($0) }
    }

    /// Replaces the accepted API keys.
    public func accept(keys: [String]) { self.keys.replace(by: keys) }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        keys: [String] = [],
        allowsKeyless: Bool = true,
        find: @escaping Finder = { Article.library.matching($0) },
        _ body: (TavilyStandIn) async throws -> Result
    ) async throws -> Result {
        try await TavilyStandIn(keys: keys, allowsKeyless: allowsKeyless, find: find).running(body)
    }

    /// A failure in the upstream's format; 432 is the plan's limit, 433 the pay-as-you-go limit.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        let message =
            switch status {
            case 400: "Invalid topic. Must be 'general' or 'news'."
            case 401: "Unauthorized: missing or invalid API key."
            case 429: "Your request has been blocked due to excessive requests. Please reduce rate of requests."
            case 432: "This request exceeds your plan's set usage limit. Please upgrade your plan."
            case 433: "This request exceeds the pay-as-you-go limit."
            default: "Internal Server Error"
            }
        return .json(
            ["detail": ["error": .string(message)]],
            status: status,
            headers: retryAfter.map { [("Retry-After", String($0))] } ?? []
        )
    }

    /// The limit error of the keyless mode, which has a different envelope.
    public static var keylessLimit: StandInReply {
        .json(
            [
                "error": [
                    "code": "keyless_limit",
                    "message": "Keyless request limit reached. Try again later or add an API key.",
                    "window": "day", "retry_after_seconds": 3600, "next_actions": [],
                ]
            ],
            status: 429
        )
    }

    private struct Service: Sendable {
        let keys: AcceptedKeys
        let delay: Duration
        let allowsKeyless: Bool
        let find: Finder

        func answer(_ request: RecordedRequest) -> StandInReply {
            var reply = route(request)
            if delay > .zero { reply.misbehavior = .delayHeader(delay) }
            return reply
        }

        private func route(_ request: RecordedRequest) -> StandInReply {
            switch (request.method, request.path) {
            case ("POST", "/search"): refusal(of: request, keylessIsFine: true) ?? search(request)
            case ("GET", "/usage"): refusal(of: request, keylessIsFine: false) ?? usage
            case (_, "/search"), (_, "/usage"): .json(["detail": "Method Not Allowed"], status: 405)
            default: .json(["detail": "Not Found"], status: 404)
            }
        }

        private func refusal(of request: RecordedRequest, keylessIsFine: Bool) -> StandInReply? {
            if let key = request.bearerToken { return keys.accept(key) ? nil : TavilyStandIn.failure(401) }
            guard keylessIsFine, request.header("X-Tavily-Access-Mode") == "keyless" else {
                return TavilyStandIn.failure(401)
            }
            return allowsKeyless ? nil : TavilyStandIn.keylessLimit
        }

        private func search(_ request: RecordedRequest) -> StandInReply {
            guard let body = try? JSONValue(parsing: request.body), let query = body["query"]?.stringValue,
                !query.isEmpty
            else {
                return .json(
                    ["detail": [["type": "missing", "loc": ["body", "query"], "msg": "Field required"]]],
                    status: 422
                )
            }
            let limit = body["max_results"]?.intValue ?? 5
            guard (0...20).contains(limit) else { return TavilyStandIn.failure(400) }
            let results = find(query).prefix(limit).enumerated().map { index, article -> JSONValue in
                [
                    "url": .string(article.url), "title": .string(article.title), "content": .string(article.text),
                    "score": .number(0.99987 - Double(index) * 0.125), "raw_content": nil,
                ]
            }
            let asksForAnswer = body["include_answer"].map { $0 != false } ?? false
            var answer: JSONObject = [
                "query": .string(query), "follow_up_questions": nil,
                "answer": asksForAnswer ? results.first?["content"] ?? .null : .null,
                "images": [], "results": .array(results), "response_time": 1.08,
            ]
            if body["include_usage"]?.boolValue == true { answer["usage"] = ["credits": 1] }
            answer["request_id"] = .string("3b2f7385-0000-4000-8000-\(request.id.paddedToTwelve)")
            return .json(.object(answer))
        }

        private var usage: StandInReply {
            .json([
                "key": ["usage": 150, "limit": 1000],
                "account": [
                    "current_plan": "Researcher", "plan_usage": 150, "plan_limit": 1000, "paygo_usage": 0,
                    "paygo_limit": 0,
                ],
            ])
        }
    }
}

extension Int {
    fileprivate var paddedToTwelve: String {
        String(repeating: "0", count: Swift.max(0, 12 - String(self).count)) + String(self)
    }
}
