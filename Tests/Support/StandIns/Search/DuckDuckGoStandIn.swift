import StreamingJSON

/// A stand-in for DuckDuckGo's instant answers: the abstract of the first page, and the others as related topics.
public struct DuckDuckGoStandIn: StandIn {
    /// Returns the pages for a query, best first.
    public typealias Finder = @Sendable (_ query: String) -> [Article]

    /// The underlying server.
    public let server: StandInServer

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - delay: the delay of each answer.
    ///   - find: returns the pages for a query.
    public init(
        port: Int = 0,
        delay: Duration = .zero,
        find: @escaping Finder = { Article.library.matching($0) }
    ) {
        self.server = StandInServer(name: "duckduckgo", port: port) { request in
            var reply = Self.answer(request, find: find)
            if delay > .zero { reply.misbehavior = .delayHeader(delay) }
            return reply
        }
    }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        find: @escaping Finder = { Article.library.matching($0) },
        _ body: (DuckDuckGoStandIn) async throws -> Result
    ) async throws -> Result {
        try await DuckDuckGoStandIn(find: find).running(body)
    }

    /// A failure, as HTML.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        var reply = StandInReply.html(status: status)
        if let retryAfter { reply.headers.append(("Retry-After", String(retryAfter))) }
        return reply
    }

    private static func answer(_ request: RecordedRequest, find: Finder) -> StandInReply {
        guard request.path == "/", request.queryItem("format") == "json" else { return .html(status: 200) }
        let found = find(request.queryItem("q") ?? "")
        var answer: JSONObject = [:]
        for name in [
            "Abstract", "AbstractSource", "AbstractText", "AbstractURL", "Answer", "AnswerType", "Definition",
            "DefinitionSource", "DefinitionURL", "Entity", "Heading", "Image",
        ] { answer[name] = "" }
        for name in ["ImageHeight", "ImageIsLogo", "ImageWidth"] { answer[name] = 0 }
        for name in ["Infobox", "Redirect"] { answer[name] = "" }
        if let first = found.first {
            answer["Abstract"] = .string(first.text)
            answer["AbstractSource"] = "Wikipedia"
            answer["AbstractText"] = .string(first.text)
            answer["AbstractURL"] = .string(first.url)
            answer["Heading"] = .string(first.title)
        }
        let others = found.dropFirst().map(topic)
        let category: JSONValue = [
            "FirstURL": "https://duckduckgo.com/c/Outposts", "Icon": ["Height": "", "URL": "", "Width": ""],
            "Result": "<a href=\"https://duckduckgo.com/c/Outposts\">Outposts</a>", "Text": "Outposts",
        ]
        let groups: [JSONValue] =
            others.isEmpty ? [] : [["Name": "See also", "Topics": .array(others.dropFirst() + [category])]]
        answer["RelatedTopics"] = .array(others.prefix(1) + groups)
        answer["Results"] = []
        answer["Type"] = found.isEmpty ? "" : "A"
        answer["meta"] = .null
        return .json(.object(answer), contentType: "application/x-javascript")
    }

    private static func topic(_ article: Article) -> JSONValue {
        [
            "FirstURL": .string(article.url), "Icon": ["Height": "", "URL": "", "Width": ""],
            "Result": .string("<a href=\"\(article.url)\">\(article.title.escapedForHTML)</a> \(article.text)"),
            "Text": .string("\(article.title) \(article.text)"),
        ]
    }
}
