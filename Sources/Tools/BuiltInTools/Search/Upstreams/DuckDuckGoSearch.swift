public import AgentTools
import HTMLText
import StreamingJSON
public import Transport

/// Requests an instant answer from DuckDuckGo: an article's abstract and related topics.
///
/// It is not a web search, and needs no key.
public struct DuckDuckGoSearch: SearchUpstream {
    /// `duckduckgo`.
    public let id = "duckduckgo"
    /// DuckDuckGo.
    public let title = "DuckDuckGo"
    /// An hour, because articles change slowly.
    public var freshness: Duration? { .seconds(60 * 60) }

    private let exchange: JSONExchange
    private let baseURL: String
    private let timeouts: HTTPTimeouts

    /// Makes the upstream.
    ///
    /// - Parameters:
    ///   - breakers: Stop searches while the upstream keeps failing.
    ///   - baseURL: The address before the query.
    public init(
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        baseURL: String = "https://api.duckduckgo.com",
        timeouts: HTTPTimeouts = .init(connect: .seconds(5), firstByte: .seconds(15), idle: .seconds(10))
    ) {
        self.exchange = JSONExchange(client: client, breakers: breakers)
        self.baseURL = baseURL
        self.timeouts = timeouts
    }

    /// The host of the base URL.
    public func host(for caller: Caller) -> String { HTTPRequest.host(of: baseURL) }

    /// Returns the article, then official sites, then related topics.
    public func search(_ query: SearchQuery) async throws -> [SearchHit] {
        let request = HTTPRequest(
            .get,
            HTTPRequest.url(
                baseURL,
                "/",
                query: [
                    ("q", query.text), ("format", "json"), ("no_html", "1"), ("no_redirect", "1"),
                    ("skip_disambig", "1"),
                    ("t", "torii"),
                ]
            ),
            headers: ["Accept": "application/json"],
            timeouts: query.timeouts(timeouts),
            isTrusted: true
        )
        let answer = try await exchange.send(request)
        guard let members = answer.objectValue, members["RelatedTopics"] != nil else {
            throw UpstreamFailure(.unreadable, host: host(for: query.caller))
        }
        let topics = (answer["RelatedTopics"]?.arrayValue ?? []).flatMap { topic in
            topic["Topics"]?.arrayValue ?? [topic]
        }
        let hits =
            [
                hit(answer["Heading"], answer["AbstractText"], answer["AbstractURL"]),
                hit(answer["Heading"], answer["Definition"], answer["DefinitionURL"]),
            ]
            + (answer["Results"]?.arrayValue ?? []).map { hit($0["Text"], $0["Text"], $0["FirstURL"]) }
            + topics.map { hit(Self.name(of: $0), $0["Text"], $0["FirstURL"]) }
        return Array(hits.compactMap(\.self).prefix(query.limit))
    }

    /// Returns a hit; `nil` if it is empty or a list of a category.
    private func hit(_ title: JSONValue?, _ text: JSONValue?, _ url: JSONValue?) -> SearchHit? {
        guard let url = url?.stringValue, !url.isEmpty, !url.contains("duckduckgo.com/c/"),
            let text = text?.stringValue, !text.isEmpty
        else { return nil }
        let title = title?.stringValue ?? ""
        guard !title.isEmpty else { return SearchHit(title: url, content: text, url: url) }
        // The text of a topic starts with its name.
        let isRepeated = text.count > title.count && text.hasPrefix(title + " ")
        return SearchHit(title: title, content: isRepeated ? String(text.dropFirst(title.count + 1)) : text, url: url)
    }

    /// Returns the text of the link at the start of a topic's HTML.
    private static func name(of topic: JSONValue) -> JSONValue? {
        guard let html = topic["Result"]?.stringValue, let end = html.firstRange(of: "</a>") else { return nil }
        return .string(HTMLPage.plainText(ofFragment: String(html[..<end.lowerBound])))
    }
}
