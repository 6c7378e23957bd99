import BenchmarkReport
import KeyVault
import Secrets
import Storage
import StorageSQLite

/// A vault with one upstream that has a number of keys, with weights from one to three.
public struct FilledPool: Sendable {
    private let vault: KeyVault

    /// Makes the vault in memory, so that no lease waits for a database.
    public init(keys: Int) async throws {
        vault = try await KeyVault(store: SQLiteStore(path: nil), masterKey: .random())
        for number in 1...keys {
            let settings = KeySettings(weight: number % 3 + 1)
            _ = try await vault.add(SecretString("sk-key-\(number)"), to: "openai", label: "", settings: settings)
        }
    }

    /// Does the key work of one call: a lease, a report of success, and the return.
    public func lend() async throws {
        guard let lease = try await vault.lease("openai", for: .model("gpt-6.1-terra")) else {
            throw BenchmarkFailure("The pool has no key to lend.")
        }
        lease.report(.accepted)
    }
}
