public import AgentTools
public import KeyLeasing
import HTMLText
import StreamingJSON
public import Transport

/// Searches with Brave, which needs a key; without one, a search leaves Brave out.
public struct BraveSearch: SearchUpstream {
    /// `brave`.
    public let id = "brave"
    /// Brave.
    public let title = "Brave"
    /// None: Brave's terms forbid storing its results.
    public var freshness: Duration? { nil }

    private let exchange: JSONExchange
    private let baseURL: String
    private let timeouts: HTTPTimeouts
    private let leaseKey: KeySource

    /// Makes the upstream.
    ///
    /// - Parameters:
    ///   - breakers: Stop searches while the upstream keeps failing.
    ///   - baseURL: The address before `/res/v1/web/search`.
    ///   - leaseKey: Lends the key for each search.
    public init(
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        baseURL: String = "https://api.search.brave.com",
        timeouts: HTTPTimeouts = .init(connect: .seconds(5), firstByte: .seconds(15), idle: .seconds(10)),
        leaseKey: @escaping KeySource
    ) {
        self.exchange = JSONExchange(client: client, breakers: breakers)
        self.baseURL = baseURL
        self.timeouts = timeouts
        self.leaseKey = leaseKey
    }

    /// The host of the base URL.
    public func host(for caller: Caller) -> String { HTTPRequest.host(of: baseURL) }

    /// Searches.
    public func search(_ query: SearchQuery) async throws -> [SearchHit] {
        let host = host(for: query.caller)
        return try await KeyedCall.search(at: host, leasing: leaseKey) { lease in
            guard let lease else { throw UpstreamFailure(.notConfigured, host: host) }
            return try await search(query, lease)
        }
    }

    private func search(_ query: SearchQuery, _ lease: KeyLease) async throws -> [SearchHit] {
        var request = Self.request(
            baseURL,
            secret: .secret(lease.secret, prefix: ""),
            query: [("q", Self.words(of: query.text)), ("count", String(query.limit))] + Self.locale(query.caller)
                + [("result_filter", "web"), ("text_decorations", "false")],
            timeouts: query.timeouts(timeouts)
        )
        request.echo = SecretEcho(of: lease)
        let answer = try await exchange.send(request, explain: Self.explain)
        guard answer["type"] == "search" else { throw UpstreamFailure(.unreadable, host: host(for: query.caller)) }
        // `web` is missing if nothing was found.
        return (answer["web"]?["results"]?.arrayValue ?? []).compactMap { result -> SearchHit? in
            guard let url = result["url"]?.stringValue else { return nil }
            let extracts = [result["description"]] + (result["extra_snippets"]?.arrayValue ?? []).map { Optional($0) }
            return SearchHit(
                title: HTMLPage.plainText(ofFragment: result["title"]?.stringValue ?? url),
                content: extracts.compactMap { $0?.stringValue.map(HTMLPage.plainText) }.joined(separator: " "),
                url: url
            )
        }
    }

    static func request(
        _ baseURL: String,
        secret: HTTPHeaderValue,
        query: [(String, String)],
        timeouts: HTTPTimeouts
    ) -> HTTPRequest {
        var request = HTTPRequest(
            .get,
            HTTPRequest.url(baseURL, "/res/v1/web/search", query: query),
            headers: ["Accept": "application/json", "X-Subscription-Token": secret],
            timeouts: timeouts,
            isTrusted: true
        )
        // Brave answers in gzip even if it was not requested.
        request.acceptsCompression = true
        return request
    }

    /// Limits a query to Brave's maximum of 50 words and 400 characters.
    private static func words(of text: String) -> String {
        String(text.split(separator: " ").prefix(50).joined(separator: " ").unicodeScalars.prefix(400))
    }

    private static func locale(_ caller: Caller) -> [(String, String)] {
        if caller.language == .japanese { return [("country", "JP"), ("search_lang", "jp")] }
        let region = caller.region.map { ["US", "GB", "CA", "AU", "DE", "FR", "IN"].contains($0) ? $0 : "US" }
        return region.map { [("country", $0)] } ?? []
    }

    /// Brave reports a wrong key with status 422 or 404, and an exhausted second or month with the same 429.
    static func explain(status: Int, body: JSONValue) -> (UpstreamFailure.Code, retryAfter: Int?)? {
        let error = body["error"] ?? body["errors"]?[0]
        switch error?["code"]?.stringValue {
        case "SUBSCRIPTION_TOKEN_INVALID", "SUBSCRIPTION_NOT_FOUND": return (.keyRefused, nil)
        case "QUOTA_LIMITED": return (.outOfCredit, nil)
        case "RATE_LIMITED": return (.rateLimited, 1)
        case "VALIDATION":
            let places = (error?["meta"]?["errors"]?.arrayValue ?? []).compactMap { $0["loc"]?[1]?.stringValue }
            return places.contains("x-subscription-token") ? (.keyRefused, nil) : (.refused, nil)
        default: return nil
        }
    }
}
