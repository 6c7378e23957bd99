import StreamingJSON

/// A stand-in for a MediaWiki: `GET /w/api.php` with `list=search`, or with `generator=search` and extracts.
///
/// Like Wikimedia, it rejects clients without an identifying user agent.
public struct MediaWikiStandIn: StandIn {
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
        let service = Service(delay: delay, find: find)
        self.server = StandInServer(name: "mediawiki", port: port) { service.answer($0) }
    }

    /// The full address of the API, as clients of this upstream are configured.
    public var baseURL: String { server.baseURL + "/w/api.php" }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        find: @escaping Finder = { Article.library.matching($0) },
        _ body: (MediaWikiStandIn) async throws -> Result
    ) async throws -> Result {
        try await MediaWikiStandIn(find: find).running(body)
    }

    /// A failure of the servers before the wiki, as HTML.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        var reply = StandInReply.html(status: status)
        if let retryAfter { reply.headers.append(("Retry-After", String(retryAfter))) }
        return reply
    }

    private struct Service: Sendable {
        let delay: Duration
        let find: Finder

        func answer(_ request: RecordedRequest) -> StandInReply {
            var reply = route(request)
            if delay > .zero { reply.misbehavior = .delayHeader(delay) }
            return reply
        }

        private func route(_ request: RecordedRequest) -> StandInReply {
            let agent = request.header("User-Agent") ?? ""
            guard agent.contains("/"), agent.contains("(") else { return MediaWikiStandIn.failure(403) }
            guard request.path == "/w/api.php" else { return MediaWikiStandIn.failure(404) }
            guard request.queryItem("format") == "json", request.queryItem("formatversion") == "2" else {
                return .text("<pre>the API's help page</pre>", contentType: "text/html; charset=UTF-8")
            }
            guard request.queryItem("action") == "query" else {
                return failure("badvalue", "Unrecognized value for parameter \"action\".")
            }
            if request.queryItem("generator") == "search" { return generated(request) }
            if request.queryItem("list") == "search" { return listed(request) }
            return .json(["batchcomplete": true])
        }

        private func listed(_ request: RecordedRequest) -> StandInReply {
            guard let text = request.queryItem("srsearch"), !text.isEmpty else { return missing("srsearch") }
            let limit = request.queryItem("srlimit").flatMap { Int($0) } ?? 10
            let found = find(text)
            var answer: JSONObject = ["batchcomplete": true]
            if found.count > limit { answer["continue"] = ["sroffset": .integer(limit), "continue": "-||"] }
            answer["query"] = [
                "searchinfo": ["totalhits": .integer(found.count)],
                "search": .array(
                    found.prefix(limit).enumerated().map { index, article in
                        [
                            "ns": 0, "title": .string(article.title), "pageid": .integer(index + 2),
                            "size": .integer(article.text.utf8.count),
                            "wordcount": .integer(article.text.split(separator: " ").count),
                            "snippet": .string(snippet(of: article, text)), "timestamp": "2026-11-21T01:24:24Z",
                        ]
                    }
                ),
            ]
            return json(.object(answer))
        }

        private func generated(_ request: RecordedRequest) -> StandInReply {
            guard let text = request.queryItem("gsrsearch"), !text.isEmpty else { return missing("gsrsearch") }
            let limit = request.queryItem("gsrlimit").flatMap { Int($0) } ?? 10
            let properties = (request.queryItem("prop") ?? "").split(separator: "|")
            let found = find(text)
            // As on a real wiki, `query` is missing if nothing is found.
            guard !found.isEmpty else { return json(["batchcomplete": true]) }
            let pages = found.prefix(limit).enumerated().map { index, article -> JSONValue in
                var page: JSONObject = [
                    "pageid": .integer(index + 2), "ns": 0, "title": .string(article.title),
                    "index": .integer(index + 1),
                ]
                if properties.contains("extracts") { page["extract"] = .string(article.text) }
                if properties.contains("info") {
                    page["contentmodel"] = "wikitext"
                    page["pagelanguage"] = "en"
                    page["touched"] = "2026-11-21T01:24:27Z"
                    page["lastrevid"] = .integer(index + 2)
                    page["length"] = .integer(article.text.utf8.count)
                    if request.queryItem("inprop")?.contains("url") == true {
                        page["fullurl"] = .string(article.url)
                        page["editurl"] = .string(article.url + "?action=edit")
                        page["canonicalurl"] = .string(article.url)
                    }
                }
                return .object(page)
            }
            var answer: JSONObject = ["batchcomplete": true]
            if found.count > limit { answer["continue"] = ["gsroffset": .integer(limit), "continue": "gsroffset||"] }
            // Sorted by page id, not by rank, which is in `index`.
            answer["query"] = ["pages": .array(pages.reversed())]
            if properties.contains("extracts") { answer["limits"] = ["extracts": 20] }
            return json(.object(answer))
        }

        private func snippet(of article: Article, _ query: String) -> String {
            let words = Set(query.lowercased().split(separator: " ").map(String.init))
            return article.text.replacingAmpersands.split(separator: " ").map { word in
                words.contains(word.lowercased()) ? "<span class=\"searchmatch\">\(word)</span>" : String(word)
            }.joined(separator: " ")
        }

        private func missing(_ parameter: String) -> StandInReply {
            failure("missingparam", "The \"\(parameter)\" parameter must be set.")
        }

        /// The API's errors have status 200.
        private func failure(_ code: String, _ info: String) -> StandInReply {
            var reply = json([
                "error": [
                    "code": .string(code), "info": .string(info),
                    "docref": "See https://example.test/w/api.php for API usage.",
                ]
            ])
            reply.headers.append(("MediaWiki-API-Error", code))
            return reply
        }

        private func json(_ value: JSONValue) -> StandInReply {
            .json(value, contentType: "application/json; charset=utf-8")
        }
    }
}

extension String {
    fileprivate var replacingAmpersands: String {
        split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
    }
}
