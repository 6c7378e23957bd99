import AgentTools
import BuiltInTools
import Foundation
import KeyVault
import LanguageModels
import Secrets
import StandIns
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing
import Transport

/// The two inventories; conformance suites run with both.
enum InventoryKind: CaseIterable {
    case embedded
    case zaico

    /// Runs `body` with the tools on an empty inventory.
    func with(_ body: (InventoryTrial) async throws -> Void) async throws {
        try await withService { try await body(InventoryTrial($0)) }
    }

    /// Runs `body` with an empty inventory.
    func withService(_ body: (any InventoryService) async throws -> Void) async throws {
        switch self {
        case .embedded:
            try await body(EmbeddedInventory(store: SQLiteStore(path: nil)))
        case .zaico:
            // ZAICO's times are in whole seconds, so each change needs a second of its own.
            let clock = TickingClock()
            try await ZaicoStandIn(tokens: ["token"], items: [], pageSize: 2, now: { clock.next() }).running {
                standIn in
                try await body(Self.zaico(standIn.baseURL))
            }
        }
    }

    /// A clock that advances by a second each time it is read.
    private final class TickingClock: Sendable {
        private let moment = Mutex(Date())

        func next() -> Date {
            moment.withLock { moment in
                moment += 1
                return moment
            }
        }
    }

    /// Makes the inventory of ZAICO at an address, with a token.
    static func zaico(_ baseURL: String, token: String? = "token") -> ZaicoInventory {
        ZaicoInventory(http: HTTPClient(), baseURL: baseURL) {
            token.map { KeyLease(keyID: "k", secret: SecretString($0)) }
        }
    }
}

/// Calls the inventory tools in the way of the runtime.
struct InventoryTrial: Sendable {
    private let registry: ToolRegistry

    init(_ inventory: any InventoryService) {
        registry = ToolRegistry([
            GetInventoryList(inventory: inventory), GetInventory(inventory: inventory),
            CreateInventory(inventory: inventory), UpdateInventory(inventory: inventory),
            DeleteInventory(inventory: inventory),
        ])
    }

    /// Makes one call at a time, in a time zone.
    func call(
        _ tool: String,
        _ arguments: JSONValue = [:],
        locale: String = "en",
        zone: String = "Asia/Tokyo",
        now: String = "2026-11-21T03:00:00Z"
    ) async throws -> (text: String, isError: Bool, artifacts: [ToolArtifact]) {
        let metadata = ["locale": locale, "time_zone": zone, "now": now].mapValues { GeneratedContent($0) }
        let outcome = try await registry.call(tool, arguments: arguments, metadata: metadata)
        let declared = registry.tool(named: tool)?.artifactTypes ?? []
        #expect(outcome.artifacts.allSatisfy { declared.contains($0.type) })
        return (outcome.output.segments.text, outcome.isError, outcome.artifacts)
    }
}
