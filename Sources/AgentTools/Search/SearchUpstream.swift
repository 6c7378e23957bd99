import Transport

/// A service that searches the web, or a part of it.
public protocol SearchUpstream: Sendable {
    /// The upstream's name in settings and artifacts, such as `tavily`.
    var id: String { get }

    /// The name to show to a person.
    var title: String { get }

    /// The host that is asked on this caller's behalf, for messages.
    func host(for caller: Caller) -> String

    /// For how long what it found may be given again; `nil` when it may not be kept at all.
    var freshness: Duration? { get }

    /// Searches.
    ///
    /// - Throws: ``UpstreamFailure``, with code `notConfigured` when it is of no use without a key and there is none, or `CancellationError` when the task was cancelled.
    /// - Returns: What was found, best first.
    func search(_ query: SearchQuery) async throws -> [SearchHit]
}

extension SearchUpstream {
    /// A quarter of an hour.
    public var freshness: Duration? { .seconds(15 * 60) }
}

/// What is searched for.
public struct SearchQuery: Sendable, Equatable {
    /// The words.
    public var text: String
    /// How many results are wanted at most.
    public var limit: Int
    /// Who asks.
    public var caller: Caller
    /// How long an upstream may take; `nil` when it may take its own time.
    public var timeLimit: Duration?

    /// Makes a query.
    public init(_ text: String, limit: Int, caller: Caller, timeLimit: Duration? = nil) {
        self.text = text
        self.limit = limit
        self.caller = caller
        self.timeLimit = timeLimit
    }

    /// An upstream's time limits, made shorter where they are longer than the query's.
    func timeouts(_ own: HTTPTimeouts) -> HTTPTimeouts {
        var timeouts = own
        if let timeLimit { timeouts.total = min(own.total ?? timeLimit, timeLimit) }
        return timeouts
    }
}

/// One page that an upstream found.
public struct SearchHit: Sendable, Equatable {
    /// The page's title.
    public var title: String
    /// An extract of it.
    public var content: String
    /// Its address.
    public var url: String

    /// Makes a hit.
    public init(title: String, content: String, url: String) {
        self.title = title
        self.content = content
        self.url = url
    }
}
