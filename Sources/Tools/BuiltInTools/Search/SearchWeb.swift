public import AgentTools
public import LanguageModels
import StreamingJSON
public import ToolPhrases

/// Searches the web with all configured upstreams in parallel and merges their results.
public struct SearchWeb: AgentTool {
    /// The query, and the number of results.
    @Generable
    public struct Arguments {
        /// The search words.
        @Guide(description: "The search query, in a few words")
        public var query: String
        /// The number of results.
        @Guide(description: "The number of results, 1 to 10; default: 5")
        public var maxResults: Int?
    }

    /// `searchWeb`.
    public let name = "searchWeb"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Web search", .japanese: "ウェブ検索"] }
    /// The description for the model.
    public let description =
        "Searches the web and returns titles, extracts and addresses of the best pages, numbered. Cite them by number, as [1]."

    /// `search.results`.
    public var artifactTypes: [String] { ["search.results"] }
    /// Public: the answer is the same for everybody.
    public var data: ToolData { .public }

    private static let longestQuery = 400

    private let upstreams: [any SearchUpstream]
    private let timeLimit: Duration
    private let cache: SearchCache

    /// Makes the tool.
    ///
    /// - Parameters:
    ///   - upstreams: The upstreams to query; their order breaks ties.
    ///   - timeLimit: The time limit for all upstreams; the answer has the results received by then.
    ///   - now: Reads the clock by which cached results age.
    public init(
        upstreams: [any SearchUpstream],
        timeLimit: Duration = .seconds(8),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.upstreams = upstreams
        self.timeLimit = timeLimit
        cache = SearchCache(now: now)
    }

    /// Searches.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let text = String(arguments.query.oneLine(cutTo: .max).unicodeScalars.prefix(Self.longestQuery))
        guard !text.isEmpty else {
            throw ToolFailure(
                caller.text("The query is empty. State what to search for.", "検索する言葉がありません。何を検索するか指定してください。")
            )
        }
        let limit = min(max(arguments.maxResults ?? 5, 1), 10)
        let query = SearchQuery(text, limit: limit, caller: caller)
        let outcomes = try await SearchRound(upstreams: upstreams, timeLimit: timeLimit, cache: cache).run(query)
        let answer = SearchAnswer(query: query, upstreams: upstreams, outcomes: outcomes)
        guard answer.isAnswered else { throw ToolFailure(answer.failureText) }
        ToolCallContext.current?.attach(answer.artifact)
        return answer.text
    }
}
