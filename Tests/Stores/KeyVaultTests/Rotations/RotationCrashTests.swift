import Foundation
import Glibc
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Testing

@testable import KeyVault

/// A process is killed at every step of a rotation; the next process finds usable keys and continues.
@Suite(.timeLimit(.minutes(5)), .serialized) struct RotationCrashTests {
    /// The state that the next process must find, and its actions.
    struct Row: Sendable {
        var step: RotationStep

        /// The state of the rotation after the crash.
        var found: Rotation.State

        /// The state of the rotation after its resumption.
        var resumed: Rotation.State

        /// The key that calls use.
        var key: String
    }

    private static let old = "sk-old-key-000001"
    private static let new = "sk-new-key-000002"

    private static let rows: [Row] = [
        Row(step: .requested, found: .requested, resumed: .rejected, key: old),
        Row(step: .verifying, found: .verifying, resumed: .rejected, key: old),
        Row(step: .checked, found: .verifying, resumed: .rejected, key: old),
        Row(step: .rejected, found: .rejected, resumed: .rejected, key: old),
        Row(step: .swapped, found: .active, resumed: .retired, key: new),
        Row(step: .active, found: .active, resumed: .retired, key: new),
        Row(step: .draining, found: .draining, resumed: .retired, key: new),
        Row(step: .retired, found: .retired, resumed: .retired, key: new),
        Row(step: .erased, found: .retired, resumed: .retired, key: new),
        Row(step: .restoring, found: .retired, resumed: .retired, key: new),
        Row(step: .rolledBack, found: .rolledBack, resumed: .rolledBack, key: old),
    ]

    @Test func everyStepHasItsRow() {
        #expect(Self.rows.map(\.step) == RotationStep.allCases)
    }

    @Test func theNextProcessContinues() async throws {
        var table = ["| killed at | found | resumed | key in use | next rotation |", "|---|---|---|---|---|"]
        for row in Self.rows {
            try await withTemporaryFolder { folder async throws in
                let step = row.step.rawValue
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [folder = folder as String, step = step as String] in
                    try await Self.rotate(in: folder, until: step)
                }
                table.append(try await resume(in: folder, after: row))
            }
        }
        print(table.joined(separator: "\n"))
    }

    /// Opens the vault as a new process does, and checks its state.
    private func resume(in folder: String, after row: Row) async throws -> String {
        let (vault, store) = try await Self.open(folder, ScriptedChecker())
        let found = try #require(try await vault.rotations().first)
        #expect(found.state == row.found, "killed at \(row.step)")
        // Calls need no resumption: one key is in use before and after it.
        #expect(try await vault.leased("openai") == row.key)
        try await vault.resumeRotations()
        let resumed = try await vault.rotation(found.id)
        #expect(resumed.state == row.resumed, "killed at \(row.step)")
        let leased = try await vault.leased("openai")
        #expect(leased == row.key)
        let active = try await vault.keys().filter { $0.state == .active }
        #expect(active.count == 1)
        let next = try await vault.rotate("openai", to: SecretString("sk-next-key-000003"))
        #expect(next.state == .retired)
        #expect(try await vault.leased("openai") == "sk-next-key-000003")
        // Every state in the table has its row in the audit chain, and no row is missing.
        let audit = try await store.auditRecords(from: 1, limit: 1000)
        #expect(audit.map(\.id) == Array(1...audit.count))
        let ends = audit.filter { $0.entry.object.hasSuffix(found.id) }.last?.entry.action
        let action =
            switch resumed.state {
            case .rejected: "rotation.reject"
            case .rolledBack: "rotation.roll_back"
            default: resumed.erasedAt == nil ? "rotation.retire" : "rotation.erase"
            }
        #expect(ends == action)
        let name = leased == Self.old ? "old" : "new"
        return
            "| \(row.step) | \(found.state.rawValue) | \(resumed.state.rawValue) | \(name) | \(next.state.rawValue) |"
    }

    private static func open(
        _ folder: String,
        _ checker: ScriptedChecker
    ) async throws -> (vault: KeyVault, store: SQLiteStore) {
        let store = try SQLiteStore(path: folder + "/torii.sqlite")
        let masterKeys = try MasterKeySources(defaultFile: folder + "/master.key").load(creatingIfMissing: true)
        return (try await KeyVault(store: store, masterKeys: masterKeys, checker: checker), store)
    }

    /// Rotates in a separate process, and rolls back if the step needs it, until the step is reached.
    private static func rotate(in folder: String, until step: String) async throws {
        guard let step = RotationStep(rawValue: step) else { return }
        let checker = ScriptedChecker(step == .rejected ? .invalid(reason: "401") : .verified)
        let (vault, _) = try await open(folder, checker)
        _ = try await vault.add(SecretString(old), to: "openai", label: "")
        let keep = step == .erased ? 0 : 1000
        try await RotationStep.$observer.withValue({ if $0 == step { kill(getpid(), SIGKILL) } }) {
            let options = RotationOptions(keepSeconds: keep)
            let rotation = try await vault.rotate("openai", to: SecretString(new), options: options)
            _ = try await vault.rollBack(rotation.id, by: .commandLine)
        }
    }
}
