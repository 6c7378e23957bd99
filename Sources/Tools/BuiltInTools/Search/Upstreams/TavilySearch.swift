public import AgentTools
public import KeyLeasing
import StreamingJSON
public import Transport

/// Searches with Tavily: with a key if there is one, otherwise in its keyless mode.
public struct TavilySearch: SearchUpstream {
    /// `tavily`.
    public let id = "tavily"
    /// Tavily.
    public let title = "Tavily"

    private let exchange: JSONExchange
    private let baseURL: String
    private let timeouts: HTTPTimeouts
    private let leaseKey: KeySource

    /// Makes the upstream.
    ///
    /// - Parameters:
    ///   - baseURL: The address before `/search`.
    ///   - leaseKey: Lends the key for each search; without a key the keyless mode is used.
    public init(
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        baseURL: String = "https://api.tavily.com",
        timeouts: HTTPTimeouts = .init(connect: .seconds(5), firstByte: .seconds(15), idle: .seconds(10)),
        leaseKey: @escaping KeySource = { nil }
    ) {
        self.exchange = JSONExchange(client: client, breakers: breakers)
        self.baseURL = baseURL
        self.timeouts = timeouts
        self.leaseKey = leaseKey
    }

    /// The host of the base URL.
    public func host(for caller: Caller) -> String { HTTPRequest.host(of: baseURL) }

    /// Searches; a refused key is a failure, and the keyless mode is not tried.
    public func search(_ query: SearchQuery) async throws -> [SearchHit] {
        try await KeyedCall.search(at: host(for: query.caller), leasing: leaseKey) { try await search(query, $0) }
    }

    private func search(_ query: SearchQuery, _ lease: KeyLease?) async throws -> [SearchHit] {
        let body: JSONValue = [
            "query": .string(query.text), "search_depth": "basic", "topic": "general",
            "max_results": .integer(query.limit), "include_answer": false, "include_raw_content": false,
            "include_images": false,
        ]
        var request = HTTPRequest(
            .post,
            HTTPRequest.url(baseURL, "/search"),
            headers: headers(lease),
            body: [UInt8](body.serialized().utf8),
            timeouts: query.timeouts(timeouts),
            isTrusted: true
        )
        request.echo = lease.map { SecretEcho(of: $0) }
        let answer = try await exchange.send(request)
        guard let results = answer["results"]?.arrayValue else {
            throw UpstreamFailure(.unreadable, host: host(for: query.caller))
        }
        return results.compactMap { result in
            guard let url = result["url"]?.stringValue else { return nil }
            return SearchHit(
                title: result["title"]?.stringValue ?? url,
                content: result["content"]?.stringValue ?? "",
                url: url
            )
        }
    }

    private func headers(_ lease: KeyLease?) -> HTTPHeaders {
        var headers: HTTPHeaders = ["Content-Type": "application/json", "Accept": "application/json"]
        if let lease {
            headers.append("Authorization", .secret(lease.secret, prefix: "Bearer "))
        } else {
            headers.append("X-Tavily-Access-Mode", "keyless")
        }
        headers.append("X-Client-Source", "torii")
        return headers
    }
}
