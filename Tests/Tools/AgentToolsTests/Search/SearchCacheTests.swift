import LanguageModels
import KeyVault
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentTools
@testable import BuiltInTools

/// Repeated and concurrent searches, and searches while an upstream fails.
@Suite(.timeLimit(.minutes(1))) struct SearchCacheTests {
    private let client = HTTPClient()
    private let time = ManualTime()

    private func tool(_ upstreams: any SearchUpstream..., timeLimit: Duration = .seconds(20)) -> SearchWeb {
        SearchWeb(upstreams: upstreams, timeLimit: timeLimit, now: { [time] in time.now })
    }

    @Test func answersAreCachedForAWhile() async throws {
        try await TavilyStandIn.with { tavily in
            let tool = tool(TavilySearch(client: client, baseURL: tavily.baseURL))
            let first = try await WebToolTrial(tool, ["query": "Alpha  station"])
            let again = try await WebToolTrial(tool, ["query": " alpha Station "])
            #expect(again.artifacts[0].content.jsonValue["results"] == first.artifacts[0].content.jsonValue["results"])
            #expect(tavily.requests.count == 1)
            // Another number of results, or another language, is another query.
            _ = try await WebToolTrial(tool, ["query": "alpha station", "maxResults": 2])
            _ = try await WebToolTrial(tool, ["query": "alpha station"], locale: "ja")
            #expect(tavily.requests.count == 3)
            time.advance(by: .seconds(15 * 60))
            _ = try await WebToolTrial(tool, ["query": "alpha station"])
            #expect(tavily.requests.count == 4)
        }
    }

    @Test func bravesResultsAreNotCached() async throws {
        try await BraveStandIn.with { brave in
            let tool = tool(
                BraveSearch(client: client, baseURL: brave.baseURL) { .init(keyID: "k", secret: SecretString("s")) }
            )
            for _ in 1...2 { _ = try await WebToolTrial(tool, ["query": "alpha"]) }
            #expect(brave.requests.count == 2)
            brave.server.misbehave(.answer(BraveStandIn.failure(500)))
            #expect(try await WebToolTrial(tool, ["query": "alpha"]).isError)
        }
    }

    @Test(arguments: [(30, "en", "30 min"), (180, "ja", "3時間前")])
    func aCachedAnswerReplacesAFailedUpstream(minutes: Int, locale: String, age: String) async throws {
        try await TavilyStandIn.with { tavily in
            let tool = tool(TavilySearch(client: client, baseURL: tavily.baseURL))
            _ = try await WebToolTrial(tool, ["query": "alpha"], locale: locale)
            tavily.server.misbehave(.answer(TavilyStandIn.failure(500)), times: nil)
            time.advance(by: .seconds(60 * minutes))
            let trial = try await WebToolTrial(tool, ["query": "alpha"], locale: locale)
            #expect(!trial.isError && trial.text.contains("[1] Alpha Station"))
            #expect(trial.text.split(separator: "\n").last?.contains(age) == true)
            let data = trial.artifacts[0].content.jsonValue
            #expect(data["results"]?[0]?["stale"] == true && data["results"]?[0]?["number"] == 1)
            #expect(data["failed"]?[0]?["reason"] == "unavailable")
            #expect(data["failed"]?[0]?["results_age_seconds"] == .integer(60 * minutes))
            time.advance(by: .seconds(24 * 60 * 60))
            #expect(try await WebToolTrial(tool, ["query": "alpha"], locale: locale).isError)
        }
    }

    @Test func concurrentEqualQueriesShareOneRequest() async throws {
        try await TavilyStandIn.with { tavily in
            let gate = StandInGate()
            tavily.server.misbehave(.hold(gate), times: nil)
            let memory = SearchCache()
            let upstream = TavilySearch(client: client, baseURL: tavily.baseURL)
            let query = SearchQuery("alpha", limit: 3, caller: Caller())
            try await withThrowingTaskGroup(of: [SearchHit].self) { group in
                group.addTask { try await memory.hits(upstream, query) }
                _ = await tavily.server.requests(atLeast: 1)
                for _ in 1...5 { group.addTask { try await memory.hits(upstream, query) } }
                gate.open()
                for try await hits in group { #expect(hits.count == 3) }
            }
            // Queries after the answer use the cache.
            #expect(tavily.requests.count == 1)
        }
    }

    @Test func aSilentUpstreamOpensItsCircuitBreaker() async throws {
        try await TavilyStandIn.with { tavily in
            try await MediaWikiStandIn.with { wiki in
                tavily.server.misbehave(.stallBeforeHeader, times: nil)
                // On a busy machine the queries take long.
                let breakers = CircuitBreakers(
                    settings: .init(failureThreshold: 2, window: .seconds(3600), openDuration: .seconds(3600))
                )
                let tool = tool(
                    TavilySearch(client: client, breakers: breakers, baseURL: tavily.baseURL),
                    MediaWikiSearch(client: client, breakers: breakers, apiURL: wiki.baseURL),
                    timeLimit: .seconds(3)
                )
                for query in ["alpha", "beta"] {
                    let trial = try await WebToolTrial(tool, ["query": .string(query)])
                    #expect(!trial.isError && trial.text.hasSuffix("did not answer in time."))
                }
                let third = try await WebToolTrial(tool, ["query": "torii"])
                #expect(third.text.contains("has failed too often recently"))
                #expect(tavily.requests.count == 2)
            }
        }
    }

    @Test func allFiveAreQueriedInParallelAndMerged() async throws {
        let page = Article(title: "Alpha", text: "alpha", url: "https://www.example.test/alpha/?utm_source=x")
        let same = Article(title: "Alpha", text: "alpha", url: "https://example.test/alpha")
        try await TavilyStandIn.with(find: { _ in [page] }) { tavily in
            try await BraveStandIn.with(find: { _ in [same] }) { brave in
                try await SearXNGStandIn.with(find: { _ in [page] }) { searXNG in
                    try await MediaWikiStandIn.with(find: { _ in [same] }) { wiki in
                        try await DuckDuckGoStandIn.with(find: { _ in [page] }) { duck in
                            let tool = tool(
                                TavilySearch(client: client, baseURL: tavily.baseURL),
                                BraveSearch(client: client, baseURL: brave.baseURL) {
                                    .init(keyID: "k", secret: SecretString("s"))
                                },
                                SearXNGSearch(client: client, baseURL: searXNG.baseURL),
                                MediaWikiSearch(client: client, apiURL: wiki.baseURL),
                                DuckDuckGoSearch(client: client, baseURL: duck.baseURL)
                            )
                            let gate = StandInGate()
                            let servers = [tavily.server, brave.server, searXNG.server, wiki.server, duck.server]
                            for server in servers { server.misbehave(.hold(gate)) }
                            async let answer = WebToolTrial(tool, ["query": "alpha"])
                            // No upstream answers before all five were queried.
                            for server in servers { _ = await server.requests(atLeast: 1) }
                            gate.open()
                            let results = try await answer.artifacts[0].content.jsonValue["results"]
                            #expect(results?.arrayValue?.count == 1)
                            #expect(
                                results?[0]?["upstreams"] == ["tavily", "brave", "searxng", "mediawiki", "duckduckgo"]
                            )
                        }
                    }
                }
            }
        }
    }
}
