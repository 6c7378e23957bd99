public import AgentTools
import HTMLText
import StreamingJSON
public import Transport

/// Searches with an instance of SearXNG, a metasearch engine; it needs no key, but must have the format `json` enabled.
public struct SearXNGSearch: SearchUpstream {
    /// `searxng`.
    public let id = "searxng"
    /// SearXNG.
    public let title = "SearXNG"

    private let exchange: JSONExchange
    private let baseURL: String
    private let timeouts: HTTPTimeouts

    /// Makes the upstream.
    ///
    /// - Parameters:
    ///   - breakers: Stop searches while the instance keeps failing.
    ///   - baseURL: The address before `/search`.
    public init(
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        baseURL: String,
        timeouts: HTTPTimeouts = .init(connect: .seconds(5), firstByte: .seconds(15), idle: .seconds(10))
    ) {
        self.exchange = JSONExchange(client: client, breakers: breakers)
        self.baseURL = baseURL
        self.timeouts = timeouts
    }

    /// The host of the base URL.
    public func host(for caller: Caller) -> String { HTTPRequest.host(of: baseURL) }

    /// Searches; an answer without results counts as a failure if no engine answered.
    public func search(_ query: SearchQuery) async throws -> [SearchHit] {
        let language = query.caller.language == .japanese ? "ja" : "en"
        let request = HTTPRequest(
            .get,
            HTTPRequest.url(
                baseURL,
                "/search",
                query: [("q", query.text), ("format", "json"), ("language", language), ("categories", "general")]
            ),
            headers: ["Accept": "application/json"],
            timeouts: query.timeouts(timeouts),
            isTrusted: true
        )
        let host = host(for: query.caller)
        let answer: JSONValue
        do {
            answer = try await exchange.send(request)
        } catch let failure as UpstreamFailure where failure.code == .keyRefused {
            // The instance needs no key, so this status means that it has JSON disabled.
            throw UpstreamFailure(.misconfigured, host: host)
        }
        guard let results = answer["results"]?.arrayValue else { throw UpstreamFailure(.unreadable, host: host) }
        if results.isEmpty, answer["unresponsive_engines"]?.arrayValue?.isEmpty == false {
            throw UpstreamFailure(.unavailable, host: host)
        }
        return results.prefix(query.limit).compactMap { result in
            guard let url = result["url"]?.stringValue else { return nil }
            return SearchHit(
                title: HTMLPage.plainText(ofFragment: result["title"]?.stringValue ?? url),
                content: HTMLPage.plainText(ofFragment: result["content"]?.stringValue ?? ""),
                url: url
            )
        }
    }
}
