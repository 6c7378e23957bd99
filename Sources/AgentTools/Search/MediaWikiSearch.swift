import StreamingJSON
public import Transport

/// Searches a MediaWiki, by default the Wikipedia in the caller's language; it needs no key.
public struct MediaWikiSearch: SearchUpstream {
    /// `mediawiki`.
    public let id = "mediawiki"

    private let exchange: JSONExchange
    private let apiURL: String?
    private let userAgent: String
    private let timeouts: HTTPTimeouts

    /// Makes the upstream.
    ///
    /// - Parameters:
    ///   - apiURL: The full address of the wiki's `api.php`; `nil` for Wikipedia, Japanese or English by caller.
    ///   - contact: A mail address or a URL of whoever runs Torii. Wikimedia turns away clients that do not name themselves with a
    ///     version and, in brackets, a contact; without one it is told who runs Torii in general.
    public init(
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        apiURL: String? = nil,
        contact: String? = nil,
        timeouts: HTTPTimeouts = .init(connect: .seconds(5), firstByte: .seconds(15), idle: .seconds(10))
    ) {
        self.exchange = JSONExchange(client: client, breakers: breakers)
        self.apiURL = apiURL
        userAgent = HTTPClient.Configuration.userAgent(contact: contact ?? "self-hosted by its operator") + " libcurl"
        self.timeouts = timeouts
    }

    /// Wikipedia, or MediaWiki when another wiki is configured.
    public var title: String { apiURL == nil ? "Wikipedia" : "MediaWiki" }

    /// An hour: articles change slowly.
    public var freshness: Duration? { .seconds(60 * 60) }

    /// The wiki's host.
    public func host(for caller: Caller) -> String { HTTPRequest.host(of: address(for: caller)) }

    private func address(for caller: Caller) -> String {
        apiURL ?? "https://\(caller.language == .japanese ? "ja" : "en").wikipedia.org/w/api.php"
    }

    /// Searches; the extract of each page is the beginning of its introduction.
    public func search(_ query: SearchQuery) async throws -> [SearchHit] {
        let url = HTTPRequest.url(
            address(for: query.caller),
            "",
            query: [
                ("action", "query"), ("format", "json"), ("formatversion", "2"),
                ("generator", "search"), ("gsrsearch", query.text), ("gsrlimit", String(query.limit)),
                // By default a wiki without a search engine of its own, which few but Wikimedia's have, looks at titles only.
                ("gsrwhat", "text"),
                ("prop", "extracts|info"), ("inprop", "url"),
                ("exintro", "1"), ("explaintext", "1"), ("exlimit", "max"), ("exchars", "600"),
            ]
        )
        let answer = try await exchange.send(
            HTTPRequest(
                .get,
                url,
                headers: ["User-Agent": .plain(userAgent), "Accept": "application/json"],
                timeouts: query.timeouts(timeouts),
                isTrusted: true
            )
        )
        // The API reports its errors with status 200.
        guard answer["error"] == nil else { throw UpstreamFailure(.refused, host: host(for: query.caller)) }
        guard answer.objectValue != nil else { throw UpstreamFailure(.unreadable, host: host(for: query.caller)) }
        // No `query` at all means that nothing was found; the pages come in no order of rank.
        let pages = (answer["query"]?["pages"]?.arrayValue ?? []).sorted {
            ($0["index"]?.intValue ?? .max) < ($1["index"]?.intValue ?? .max)
        }
        return pages.compactMap { page in
            guard let title = page["title"]?.stringValue,
                let url = page["fullurl"]?.stringValue ?? page["canonicalurl"]?.stringValue
            else { return nil }
            return SearchHit(title: title, content: page["extract"]?.stringValue ?? "", url: url)
        }
    }
}
