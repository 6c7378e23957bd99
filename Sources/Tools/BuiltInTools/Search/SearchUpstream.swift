public import AgentTools
import KeyLeasing
import Transport

/// A service that searches the web, or a part of it.
public protocol SearchUpstream: Sendable {
    /// The upstream's id in settings and artifacts, such as `tavily`.
    var id: String { get }

    /// The name that people see.
    var title: String { get }

    /// Returns the host that is queried for a caller, for messages.
    func host(for caller: Caller) -> String

    /// The age up to which results may be reused; `nil` if they must not be stored.
    var freshness: Duration? { get }

    /// Searches.
    ///
    /// - Throws: ``UpstreamFailure``, with code `notConfigured` if the upstream requires a key and there is none, or `CancellationError`
    ///   if the task was cancelled.
    /// - Returns: The results, best first.
    func search(_ query: SearchQuery) async throws -> [SearchHit]
}

extension SearchUpstream {
    /// A quarter of an hour.
    public var freshness: Duration? { .seconds(15 * 60) }
}

/// A query for a search.
public struct SearchQuery: Sendable, Equatable {
    /// The search words.
    public var text: String
    /// The number of results at most.
    public var limit: Int
    /// The caller on whose behalf the search is made.
    public var caller: Caller
    /// The time limit for an upstream; `nil` for the upstream's default.
    public var timeLimit: Duration?

    /// Makes a query.
    public init(_ text: String, limit: Int, caller: Caller, timeLimit: Duration? = nil) {
        self.text = text
        self.limit = limit
        self.caller = caller
        self.timeLimit = timeLimit
    }

    /// Returns an upstream's time limits, shortened to the query's.
    func timeouts(_ own: HTTPTimeouts) -> HTTPTimeouts {
        var timeouts = own
        if let timeLimit { timeouts.total = min(own.total ?? timeLimit, timeLimit) }
        return timeouts
    }
}

/// One page in an upstream's results.
public struct SearchHit: Sendable, Equatable {
    /// The page's title.
    public var title: String
    /// An extract of the page.
    public var content: String
    /// The page's address.
    public var url: String

    /// Makes a hit.
    public init(title: String, content: String, url: String) {
        self.title = title
        self.content = content
        self.url = url
    }
}

extension KeyedCall {
    /// Searches with a leased key, and with the next one if that is refused; an answer counts as a success of the key.
    static func search(
        at host: String,
        leasing leaseKey: KeySource,
        _ search: (KeyLease?) async throws -> [SearchHit]
    ) async throws -> [SearchHit] {
        try await perform(
            lease: { try await UpstreamFailure.lease(leaseKey, host: host) },
            outcome: { ($0 as? UpstreamFailure)?.keyOutcome },
            { lease in
                let hits = try await search(lease)
                lease?.report(.accepted)
                return hits
            }
        )
    }
}
