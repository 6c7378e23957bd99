public import LanguageModels
import StreamingJSON

/// Searches the web with every configured upstream at once and merges what they find.
public struct SearchWeb: AgentTool {
    /// What to search for.
    @Generable
    public struct Arguments {
        /// The words.
        @Guide(description: "What to search for, in a few words")
        public var query: String
        /// How many results are wanted.
        @Guide(description: "How many results to give, 1 to 10; 5 if not given")
        public var maxResults: Int?
    }

    /// `searchWeb`.
    public let name = "searchWeb"
    /// What the model is told of the tool.
    public let description =
        "Searches the web and gives titles, extracts and addresses of the best pages, numbered. Cite them by number, as [1]."

    /// `search.results`.
    public var artifactTypes: [String] { ["search.results"] }

    private static let longestQuery = 400

    private let upstreams: [any SearchUpstream]
    private let patience: Duration
    private let memory: SearchMemory

    /// Makes the tool.
    ///
    /// - Parameters:
    ///   - upstreams: Whom to ask, in the order in which they are named and ties are broken.
    ///   - patience: How long to wait for them; what has arrived by then is the answer.
    ///   - now: Reads the clock by which results grow old.
    public init(
        upstreams: [any SearchUpstream],
        patience: Duration = .seconds(8),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.upstreams = upstreams
        self.patience = patience
        memory = SearchMemory(now: now)
    }

    /// Searches.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let text = String(SearchAnswer.oneLine(arguments.query, .max).unicodeScalars.prefix(Self.longestQuery))
        guard !text.isEmpty else {
            throw ToolFailure(
                caller.text("Say what to search for: the query is empty.", "検索する言葉がありません。何を検索するか指定してください。")
            )
        }
        let limit = min(max(arguments.maxResults ?? 5, 1), 10)
        let query = SearchQuery(text, limit: limit, caller: caller)
        let outcomes = try await SearchRound(upstreams: upstreams, patience: patience, memory: memory).run(query)
        let answer = SearchAnswer(query: query, upstreams: upstreams, outcomes: outcomes)
        guard answer.hasArrived else { throw ToolFailure(answer.failureText) }
        ToolCallContext.current?.attach(answer.artifact)
        return answer.text
    }
}
