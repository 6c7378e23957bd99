public import AgentTools
import StreamingJSON
public import Transport

/// Searches a MediaWiki, by default Wikipedia in the caller's language; it needs no key.
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
    ///   - apiURL: The full address of the wiki's `api.php`; `nil` for the Japanese or English Wikipedia, by the caller's language.
    ///   - contact: A mail address or a URL of the operator. Wikimedia accepts 200 requests a minute from a client whose user agent has a
    ///     version and a contact of its operator, and 10 from others; without a contact, a general word is sent.
    public init(
        client: HTTPClient,
        breakers: CircuitBreakers? = nil,
        apiURL: String? = nil,
        contact: String? = nil,
        timeouts: HTTPTimeouts = .init(connect: .seconds(5), firstByte: .seconds(15), idle: .seconds(10))
    ) {
        self.exchange = JSONExchange(client: client, breakers: breakers)
        self.apiURL = apiURL
        userAgent =
            HTTPClient.Configuration.userAgent(contact: contact ?? "self-hosted by its operator") + " "
            + HTTPClient.Configuration.library
        self.timeouts = timeouts
    }

    /// Wikipedia, or MediaWiki if another wiki is configured.
    public var title: String { apiURL == nil ? "Wikipedia" : "MediaWiki" }

    /// An hour, because articles change slowly.
    public var freshness: Duration? { .seconds(60 * 60) }

    /// The wiki's host.
    public func host(for caller: Caller) -> String { HTTPRequest.host(of: address(for: caller)) }

    private func address(for caller: Caller) -> String {
        apiURL ?? "https://\(caller.language == .japanese ? "ja" : "en").wikipedia.org/w/api.php"
    }

    /// Searches; the extract of each page is the start of its introduction.
    public func search(_ query: SearchQuery) async throws -> [SearchHit] {
        let url = HTTPRequest.url(
            address(for: query.caller),
            "",
            query: [
                ("action", "query"), ("format", "json"), ("formatversion", "2"),
                ("generator", "search"), ("gsrsearch", query.text), ("gsrlimit", String(query.limit)),
                // Without this, wikis that lack a separate search engine, as most outside Wikimedia do, search titles only.
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
        // A missing `query` means that nothing was found; the pages are not sorted by rank.
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
