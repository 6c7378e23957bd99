import HTMLText
import StreamingJSON
public import Transport

/// Asks DuckDuckGo for an instant answer: an article in brief and what is related to it.
///
/// It is not a search of the web, and needs no key.
public struct DuckDuckGoSearch: SearchUpstream {
    /// `duckduckgo`.
    public let id = "duckduckgo"
    /// DuckDuckGo.
    public let title = "DuckDuckGo"
    /// An hour: articles change slowly.
    public var freshness: Duration? { .seconds(60 * 60) }

    private let exchange: JSONExchange
    private let baseURL: String
    private let timeouts: HTTPTimeouts

    /// Makes the upstream.
    ///
    /// - Parameters:
    ///   - breakers: Hold searches back while the upstream keeps failing.
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

    /// Asks; the article comes first, then official sites, then what is related.
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

    /// What is empty, and the lists of categories, are no hits.
    private func hit(_ title: JSONValue?, _ text: JSONValue?, _ url: JSONValue?) -> SearchHit? {
        guard let url = url?.stringValue, !url.isEmpty, !url.contains("duckduckgo.com/c/"),
            let text = text?.stringValue, !text.isEmpty
        else { return nil }
        let title = title?.stringValue ?? ""
        guard !title.isEmpty else { return SearchHit(title: url, content: text, url: url) }
        // The text of a topic begins with its name.
        let isRepeated = text.count > title.count && text.hasPrefix(title + " ")
        return SearchHit(title: title, content: isRepeated ? String(text.dropFirst(title.count + 1)) : text, url: url)
    }

    /// The words of the link with which the HTML of a topic begins.
    private static func name(of topic: JSONValue) -> JSONValue? {
        guard let html = topic["Result"]?.stringValue, let end = html.firstRange(of: "</a>") else { return nil }
        return .string(HTMLPage.plainText(ofFragment: String(html[..<end.lowerBound])))
    }
}
