import StreamingJSON

/// A stand-in for an instance of SearXNG: `GET /search?format=json`, with one engine that answers and one that fails.
public struct SearXNGStandIn: StandIn {
    /// Returns the pages for a query, best first.
    public typealias Finder = @Sendable (_ query: String) -> [Article]

    /// The underlying server.
    public let server: StandInServer

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - delay: the delay of each answer.
    ///   - givesJSON: whether the format `json` is enabled, which is not SearXNG's default.
    ///   - isCutOff: whether all engines fail.
    ///   - find: returns the pages for a query.
    public init(
        port: Int = 0,
        delay: Duration = .zero,
        givesJSON: Bool = true,
        isCutOff: Bool = false,
        find: @escaping Finder = { Article.library.matching($0) }
    ) {
        self.server = StandInServer(name: "searxng", port: port) { request in
            var reply = Self.answer(request, givesJSON: givesJSON, isCutOff: isCutOff, find: find)
            if delay > .zero { reply.misbehavior = .delayHeader(delay) }
            return reply
        }
    }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        givesJSON: Bool = true,
        isCutOff: Bool = false,
        find: @escaping Finder = { Article.library.matching($0) },
        _ body: (SearXNGStandIn) async throws -> Result
    ) async throws -> Result {
        try await SearXNGStandIn(givesJSON: givesJSON, isCutOff: isCutOff, find: find).running(body)
    }

    /// A failure: JSON for an invalid request, else HTML.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        if status == 400 { return .json(["error": "No query"], status: 400) }
        var reply = StandInReply.html(status: status)
        if let retryAfter { reply.headers.append(("Retry-After", String(retryAfter))) }
        return reply
    }

    private static func answer(
        _ request: RecordedRequest,
        givesJSON: Bool,
        isCutOff: Bool,
        find: Finder
    ) -> StandInReply {
        guard request.path == "/search" || request.path == "/" else { return failure(404) }
        guard request.queryItem("format") == "json" else { return .html(status: 200) }
        guard givesJSON else { return failure(403) }
        guard let query = request.queryItem("q"), !query.isEmpty else { return failure(400) }
        let found = isCutOff ? [] : find(query)
        let silent: JSONValue =
            isCutOff
            ? [["loop", "Suspended: too many requests"], ["broken", "timeout"]] : [["broken", "too many requests"]]
        return .json([
            "query": .string(query), "results": .array(found.enumerated().map { result($1, at: $0 + 1) }),
            "answers": [],
            "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": silent,
        ])
    }

    private static func result(_ article: Article, at position: Int) -> JSONValue {
        [
            "url": .string(article.url), "title": .string(article.title), "content": .string(article.text),
            "engine": "loop", "template": "default.html",
            "parsed_url": ["https", "example.test", "/page", "", "", ""], "img_src": "", "thumbnail": "",
            "priority": "",
            "engines": ["loop"], "positions": [.integer(position)], "score": .number(1 / Double(position)),
            "category": "general", "publishedDate": nil,
        ]
    }
}
