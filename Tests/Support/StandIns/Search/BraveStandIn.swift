import StreamingJSON

/// A stand-in for Brave's web search: `GET /res/v1/web/search` with a subscription token.
public struct BraveStandIn: StandIn {
    /// Returns the pages for a query, best first.
    public typealias Finder = @Sendable (_ query: String) -> [Article]

    /// The underlying server.
    public let server: StandInServer
    private let keys: AcceptedKeys

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - keys: the accepted tokens; with none, any token is accepted, but one is still required.
    ///   - delay: the delay of each answer.
    ///   - find: returns the pages for a query.
    public init(
        port: Int = 0,
        keys: [String] = [],
        delay: Duration = .zero,
        find: @escaping Finder = { Article.library.matching($0) }
    ) {
        let accepted = AcceptedKeys(keys)
        self.keys = accepted
        self.server = StandInServer(name: "brave", port: port) { request in
            var reply = Self.answer(request, keys: accepted, find: find)
            if delay > .zero { reply.misbehavior = .delayHeader(delay) }
            return reply
        }
    }

    /// Replaces the accepted tokens.
    public func accept(keys: [String]) { self.keys.replace(by: keys) }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        keys: [String] = [],
        find: @escaping Finder = { Article.library.matching($0) },
        _ body: (BraveStandIn) async throws -> Result
    ) async throws -> Result {
        try await BraveStandIn(keys: keys, find: find).running(body)
    }

    /// A failure in the upstream's format: a 429 is the limit per second, or with a `Retry-After` the limit per month.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        switch status {
        case 429 where retryAfter == nil:
            error(429, "RATE_LIMITED", "Request rate limit exceeded for plan.", ["component": "rate_limiter"])
        case 429: error(429, "QUOTA_LIMITED", "Request quota limit exceeded for plan.", ["component": "rate_limiter"])
        case 404: error(404, "SUBSCRIPTION_NOT_FOUND", "No subscription found.", ["component": "authentication"])
        case 422:
            error(
                422,
                "SUBSCRIPTION_TOKEN_INVALID",
                "The provided subscription token is invalid.",
                ["component": "authentication"]
            )
        default: error(status, "INTERNAL", "Internal Server Error", [:])
        }
    }

    private static func error(_ status: Int, _ code: String, _ detail: String, _ meta: JSONValue) -> StandInReply {
        .json(
            [
                "type": "ErrorResponse",
                "error": [
                    "id": "5d832250-0000-4000-8000-2a1fe524cd7d", "code": .string(code), "detail": .string(detail),
                    "status": .integer(status), "meta": meta,
                ],
                "time": 1_795_200_000,
            ],
            status: status
        )
    }

    private static func validation(_ place: [JSONValue], _ message: String) -> StandInReply {
        error(
            422,
            "VALIDATION",
            "Unable to validate request parameter(s)",
            ["errors": [["type": "missing", "loc": .array(place), "msg": .string(message), "input": nil]]]
        )
    }

    private static func answer(_ request: RecordedRequest, keys: AcceptedKeys, find: Finder) -> StandInReply {
        guard request.method == "GET", request.path == "/res/v1/web/search" else { return failure(404) }
        guard let key = request.header("X-Subscription-Token") else {
            return validation(["header", "x-subscription-token"], "Field required")
        }
        guard keys.accept(key) else { return failure(422) }
        guard let query = request.queryItem("q"), (1...400).contains(query.count),
            query.split(separator: " ").count <= 50
        else { return validation(["query", "q"], "Field required") }
        let count = request.queryItem("count").map { Int($0) } ?? 20
        guard let count, (1...20).contains(count) else { return validation(["query", "count"], "Out of range") }
        let found = find(query)
        let decorates = request.queryItem("text_decorations") != "false"
        var answer: JSONObject = [
            "query": ["original": .string(query), "more_results_available": .bool(found.count > count)],
            "mixed": ["type": "mixed", "main": [], "top": [], "side": []], "type": "search",
        ]
        // Omitted if there are no results.
        if !found.isEmpty {
            answer["web"] = [
                "type": "search", "results": .array(found.prefix(count).map { result($0, query, decorates) }),
                "family_friendly": true,
            ]
        }
        return .json(
            .object(answer),
            headers: [
                ("X-RateLimit-Limit", "1, 15000"), ("X-RateLimit-Policy", "1;w=1, 15000;w=2592000"),
                ("X-RateLimit-Remaining", "0, 14523"), ("X-RateLimit-Reset", "1, 1419704"),
            ]
        )
    }

    private static func result(_ article: Article, _ query: String, _ decorates: Bool) -> JSONValue {
        var text = article.text.escapedForHTML
        if decorates, let word = query.split(separator: " ").first {
            text = text.replacing(word, with: "<strong>\(word)</strong>")
        }
        return [
            "title": .string(article.title.escapedForHTML), "url": .string(article.url), "is_source_local": false,
            "is_source_both": false, "description": .string(text), "page_age": "2026-11-18T09:30:00",
            "profile": ["name": "Example", "url": .string(article.url), "long_name": "example.test"], "language": "en",
            "family_friendly": true, "type": "search_result", "subtype": "generic", "is_live": false,
            "meta_url": ["scheme": "https", "netloc": "example.test", "hostname": "example.test", "path": "› page"],
            "age": "3 days ago",
        ]
    }
}

extension String {
    /// The text as HTML: Brave sends entities even without decorations.
    var escapedForHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("'", with: "&#x27;")
    }
}
