import AgentTools
import BuiltInTools
import KeyVault
import Secrets
import StandIns
import Storage
import Synchronization
import Testing
import Transport

/// The tools' use of the keys of a pool, and the outcomes that they report.
@Suite(.timeLimit(.minutes(1))) struct UpstreamKeyTests {
    /// A pool that lends its first key until it is refused, used up or rate-limited, then the next one.
    private final class Pool: Sendable {
        private let keys: Mutex<[String]>
        private let reports = Mutex<[String]>([])

        init(_ keys: String...) { self.keys = Mutex(keys) }

        var told: [String] { reports.withLock { $0 } }

        func lease() throws -> KeyLease {
            guard let key = keys.withLock(\.first) else {
                throw KeyVaultError(.noUsableKey, "All rest.", retryAfter: .seconds(7))
            }
            return KeyLease(keyID: key, secret: SecretString(key)) { outcome in
                self.reports.withLock { $0.append("\(key) \(outcome)") }
                if outcome != .accepted, outcome != .upstreamFault { self.keys.withLock { _ = $0.removeFirst() } }
            }
        }
    }

    private func search(_ tavily: TavilyStandIn, _ pool: Pool) async throws -> [SearchHit] {
        try await TavilySearch(client: HTTPClient(), baseURL: tavily.baseURL, leaseKey: { try pool.lease() })
            .search(SearchQuery("alpha station", limit: 3, caller: Caller()))
    }

    @Test func aSearchContinuesWithTheNextKey() async throws {
        try await TavilyStandIn.with(keys: ["right"], find: { Article.library.matching($0) }) { tavily in
            let pool = Pool("dead", "right")
            let hits = try await search(tavily, pool)
            #expect(!hits.isEmpty)
            #expect(pool.told == ["dead refused", "right accepted"])
        }
    }

    @Test func aSearchWithoutAUsableKeyIsNotMade() async throws {
        try await TavilyStandIn.with(keys: ["right"]) { tavily in
            let failure = await #expect(throws: UpstreamFailure.self) { try await search(tavily, Pool()) }
            #expect(failure?.code == .rateLimited)
            #expect(failure?.retryAfter == 7)
            #expect(tavily.requests.isEmpty)
        }
    }

    @Test func aSearchReportsTheOutcomeForItsKey() async throws {
        let rows: [(Misbehavior, String)] = [
            (.answer(TavilyStandIn.failure(429, retryAfter: 9)), "right limited(retryAfter: Optional(9.0 seconds))"),
            (.answer(TavilyStandIn.failure(432)), "right outOfCredit"),
            (.answer(TavilyStandIn.failure(500)), "right upstreamFault"),
            (.resetBeforeHeader, "right upstreamFault"),
        ]
        for (misbehavior, told) in rows {
            try await TavilyStandIn.with(keys: ["right"]) { tavily in
                tavily.server.misbehave(misbehavior, times: nil)
                let pool = Pool("right")
                await #expect(throws: UpstreamFailure.self) { try await search(tavily, pool) }
                #expect(pool.told == [told])
            }
        }
    }

    @Test func anInventoryContinuesWithTheNextToken() async throws {
        try await ZaicoStandIn(tokens: ["right"]).running { zaico in
            let pool = Pool("dead", "right")
            let inventory = ZaicoInventory(http: HTTPClient(), baseURL: zaico.baseURL, lease: { try pool.lease() })
            _ = try await inventory.items(matching: InventoryFilter())
            #expect(pool.told == ["dead refused", "right accepted"])
        }
    }

    @Test func aBusyInventoryIsReportedAsBusy() async throws {
        try await ZaicoStandIn(tokens: ["right"]).running { zaico in
            zaico.server.misbehave(.answer(ZaicoStandIn.failure(429)), times: nil)
            let pool = Pool("right")
            let inventory = ZaicoInventory(http: HTTPClient(), baseURL: zaico.baseURL, lease: { try pool.lease() })
            let error = await #expect(throws: InventoryError.self) {
                try await inventory.items(matching: InventoryFilter())
            }
            #expect(error?.kind == .busy)
            #expect(pool.told == ["right limited(retryAfter: nil)"])
            // The pool is empty now, so no request is made.
            let again = await #expect(throws: InventoryError.self) { try await inventory.item(1) }
            #expect(again?.kind == .busy)
            #expect(zaico.requests.count == 1)
        }
    }
}
