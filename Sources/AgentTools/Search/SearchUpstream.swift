/// A service that searches the web, or a part of it.
public protocol SearchUpstream: Sendable {
    /// The upstream's name in settings and artifacts, such as `tavily`.
    var id: String { get }

    /// The name to show to a person.
    var title: String { get }

    /// The host that is asked on this caller's behalf, for messages.
    func host(for caller: Caller) -> String

    /// Searches.
    ///
    /// - Throws: ``UpstreamFailure``, or `CancellationError` when the task was cancelled.
    /// - Returns: What was found, best first.
    func search(_ query: SearchQuery) async throws -> [SearchHit]
}

/// What is searched for.
public struct SearchQuery: Sendable, Equatable {
    /// The words.
    public var text: String
    /// How many results are wanted at most.
    public var limit: Int
    /// Who asks.
    public var caller: Caller

    /// Makes a query.
    public init(_ text: String, limit: Int, caller: Caller) {
        self.text = text
        self.limit = limit
        self.caller = caller
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
