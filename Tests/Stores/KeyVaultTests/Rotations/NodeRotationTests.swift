import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Testing

@testable import KeyVault

/// Rotations beside other nodes on the same store.
@Suite(.timeLimit(.minutes(1))) struct NodeRotationTests {
    private struct SharedLease: StoreLease {
        let worker: Worker
        var isExclusive: Bool { false }

        init(_ node: String) { worker = .starting(on: NodeID(node)) }
    }

    private let time = TestTime()

    private func vault(_ node: String, on store: any Store, _ key: MasterKey) async throws -> KeyVault {
        try await KeyVault(
            store: store,
            masterKeys: MasterKeyRing(key),
            checker: ScriptedChecker(),
            lease: SharedLease(node),
            now: { [time] in time.now }
        )
    }

    @Test func aNodeLeavesTheRotationsOfOthersAlone() async throws {
        let store = try SQLiteStore(path: nil)
        let key = MasterKey.random()
        let first = try await vault("a", on: store, key)
        _ = try await first.add(SecretString("sk-old-key-000001"), to: "openai", label: "first")
        let second = try await vault("b", on: store, key)
        let lease = try await second.lease("openai")
        let options = RotationOptions(drainSeconds: 30)
        let rotation = try await first.rotate("openai", to: SecretString("sk-new-key-000002"), options: options)
        // The node has no lease of the old key, but another may have one.
        #expect(rotation.leasesOut == 0 && rotation.state == .draining)
        #expect(try await second.resumeRotations().isEmpty)
        #expect(try await first.resumeRotations().map(\.state) == [.draining])
        time.advance(by: 30)
        #expect(try await second.resumeRotations().isEmpty)
        // The next process of the node continues it.
        let restarted = try await vault("a", on: store, key)
        #expect(try await restarted.resumeRotations().map(\.state) == [.retired])
        #expect(try await store.rotation(rotation.id)?.worker == restarted.lease.worker)
        withExtendedLifetime(lease) {}
    }
}
