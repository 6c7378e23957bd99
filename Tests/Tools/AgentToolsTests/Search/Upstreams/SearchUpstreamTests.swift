import KeyVault
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentTools
@testable import BuiltInTools

/// The upstreams other than Tavily and MediaWiki, each with its stand-in.
@Suite(.timeLimit(.minutes(1))) struct SearchUpstreamTests {
    private let client = HTTPClient()
    private let query = SearchQuery("alpha station", limit: 3, caller: Caller())

    private func brave(
        _ standIn: BraveStandIn,
        key: String? = "right",
        told: @escaping @Sendable (KeyOutcome) -> Void = { _ in }
    )
        -> BraveSearch
    {
        BraveSearch(client: client, baseURL: standIn.baseURL) {
            key.map { KeyLease(keyID: "k", secret: SecretString($0), onReport: told) }
        }
    }

    @Test func braveFindsPages() async throws {
        let page = Article(title: "Tom & Jerry's", text: "x < y & z", url: "https://example.test/a")
        try await BraveStandIn.with(keys: ["right"], find: { _ in [page] }) { standIn in
            let hits = try await brave(standIn).search(query)
            #expect(hits == [SearchHit(title: page.title, content: page.text, url: page.url)])
            let request = try #require(standIn.requests.first)
            #expect(request.header("X-Subscription-Token") == "right")
            #expect(request.header("Accept-Encoding")?.contains("gzip") == true)
            #expect(request.queryItem("count") == "3" && request.queryItem("q") == "alpha station")
        }
    }

    @Test(
        arguments: [("ja-JP", "JP", "jp"), ("en-GB", "GB", nil), ("en-NZ", "US", nil), ("en", nil, nil)]
            as [(String, String?, String?)]
    )
    func braveIsQueriedForTheCallersCountry(locale: String, country: String?, language: String?) async throws {
        try await BraveStandIn.with { standIn in
            _ = try await brave(standIn).search(SearchQuery("x", limit: 1, caller: Caller(localeIdentifier: locale)))
            #expect(standIn.requests[0].queryItem("country") == country)
            #expect(standIn.requests[0].queryItem("search_lang") == language)
        }
    }

    @Test func queriesForBraveAreShortened() async throws {
        try await BraveStandIn.with { standIn in
            let text = Array(repeating: "abc", count: 90).joined(separator: " ")
            _ = try await brave(standIn).search(SearchQuery(text, limit: 1, caller: Caller()))
            #expect(standIn.requests[0].queryItem("q")?.split(separator: " ").count == 50)
        }
    }

    @Test func braveWithoutAKeyIsNotQueried() async throws {
        try await BraveStandIn.with { standIn in
            let failure = await #expect(throws: UpstreamFailure.self) {
                try await brave(standIn, key: nil).search(query)
            }
            #expect(failure?.code == .notConfigured && standIn.requests.isEmpty)
            let trial = try await WebToolTrial(SearchWeb(upstreams: [brave(standIn, key: nil)]), ["query": "x"])
            #expect(trial.isError && trial.text == "No search service is configured.")
        }
    }

    @Test(
        arguments: [
            (BraveStandIn.failure(422), .keyRefused, nil, .refused),
            (BraveStandIn.failure(404), .keyRefused, nil, .refused),
            (BraveStandIn.failure(429), .rateLimited, 1, .limited(retryAfter: .seconds(1))),
            (BraveStandIn.failure(429, retryAfter: 9), .outOfCredit, nil, .outOfCredit),
            (BraveStandIn.failure(500), .unavailable, nil, .upstreamFault),
            (.html(status: 503), .unavailable, nil, .upstreamFault),
            (.html(status: 200), .unreadable, nil, .upstreamFault),
            (.json(["type": "other"]), .unreadable, nil, .upstreamFault),
            (
                .json(["type": "ErrorResponse", "errors": [["code": "QUOTA_LIMITED"]]], status: 429), .outOfCredit, nil,
                .outOfCredit
            ),
            (.json(["error": ["code": "VALIDATION"]], status: 422), .refused, nil, .accepted),
        ] as [(StandInReply, UpstreamFailure.Code, Int?, KeyOutcome)]
    )
    func bravesFailuresAreInterpreted(
        reply: StandInReply,
        code: UpstreamFailure.Code,
        retryAfter: Int?,
        outcome: KeyOutcome
    ) async throws {
        try await BraveStandIn.with { standIn in
            standIn.server.misbehave(.answer(reply), times: nil)
            let (outcomes, source) = AsyncStream<KeyOutcome>.makeStream()
            let failure = await #expect(throws: UpstreamFailure.self) {
                try await brave(standIn, told: { source.yield($0) }).search(query)
            }
            #expect(failure?.code == code && failure?.retryAfter == retryAfter)
            for await told in outcomes {
                #expect(told == outcome)
                break
            }
        }
    }

    @Test(arguments: [("right", "verified"), ("wrong", "invalid"), ("busy", "unknown")])
    func braveKeysAreChecked(key: String, result: String) async throws {
        try await BraveStandIn.with(keys: ["right"]) { standIn in
            if key == "busy" { standIn.server.misbehave(.answer(BraveStandIn.failure(429))) }
            let check = await SearchKeyChecker.brave(client: client, baseURL: standIn.baseURL).check(
                SecretString(key),
                for: "brave"
            )
            let said =
                switch check {
                case .verified: "verified"
                case .invalid(let reason): reason.contains("wrong") ? "told" : "invalid"
                case .unknown: "unknown"
                }
            #expect(said == result)
        }
    }

    @Test func searXNGFindsPages() async throws {
        try await SearXNGStandIn.with { standIn in
            let hits = try await SearXNGSearch(client: client, baseURL: standIn.baseURL).search(query)
            #expect(hits.count == 3 && hits[0].title.hasPrefix("Alpha Station"))
            #expect(standIn.requests[0].queryItem("language") == "en")
        }
    }

    @Test(
        arguments: [(false, false, .misconfigured), (true, true, .unavailable)] as [(Bool, Bool, UpstreamFailure.Code)]
    )
    func searXNGMayFail(givesJSON: Bool, isCutOff: Bool, code: UpstreamFailure.Code) async throws {
        try await SearXNGStandIn.with(givesJSON: givesJSON, isCutOff: isCutOff) { standIn in
            let failure = await #expect(throws: UpstreamFailure.self) {
                try await SearXNGSearch(client: client, baseURL: standIn.baseURL).search(query)
            }
            #expect(failure?.code == code)
        }
    }

    @Test func duckDuckGoReturnsTheArticleAndRelatedTopics() async throws {
        let pages = ["A", "B", "C", "D"].map {
            Article(title: $0, text: "text of \($0)", url: "https://example.test/\($0)")
        }
        try await DuckDuckGoStandIn.with(find: { _ in pages }) { standIn in
            let upstream = DuckDuckGoSearch(client: client, baseURL: standIn.baseURL)
            let hits = try await upstream.search(SearchQuery("x", limit: 9, caller: Caller()))
            #expect(hits.map(\.title) == ["A", "B", "C", "D"])
            #expect(hits.map(\.content) == ["text of A", "text of B", "text of C", "text of D"])
            let two = try await upstream.search(SearchQuery("x", limit: 2, caller: Caller()))
            #expect(two.count == 2)
        }
        try await DuckDuckGoStandIn.with(find: { _ in [] }) { standIn in
            let nothing = try await DuckDuckGoSearch(client: client, baseURL: standIn.baseURL).search(query)
            #expect(nothing.isEmpty)
            standIn.server.misbehave(.answer(.html(status: 200)))
            let failure = await #expect(throws: UpstreamFailure.self) {
                try await DuckDuckGoSearch(client: client, baseURL: standIn.baseURL).search(query)
            }
            #expect(failure?.code == .unreadable)
        }
    }
}
