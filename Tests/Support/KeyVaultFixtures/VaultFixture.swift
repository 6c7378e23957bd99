package import Foundation
package import KeyVault
package import Secrets
import Storage
import StorageSQLite
import Synchronization

/// Creates a temporary folder for a test, and removes it afterward.
package func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("torii-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

extension SecretString {
    /// The secret as plain text, for comparisons.
    package var revealed: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

extension KeyVault {
    /// Returns a vault over a store in memory.
    package static func inMemory(
        checker: any KeyChecker = NoKeyChecker(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> KeyVault {
        try await KeyVault(store: SQLiteStore(path: nil), masterKey: .random(), checker: checker, now: now)
    }

    /// Returns the leased key as plain text.
    package func leased(_ upstream: String, for use: KeyUse = .any) async throws -> String? {
        try await lease(upstream, for: use)?.secret.revealed
    }
}

/// A key checker that returns scripted verdicts and records its calls.
package final class ScriptedChecker: KeyChecker {
    private let verdicts: Mutex<[String: KeyCheck]>
    private let other: KeyCheck
    private let onCheck: @Sendable (String) async -> Void
    private let asked = Mutex<[String]>([])

    /// - Parameters:
    ///   - other: The verdict for keys without a scripted one.
    ///   - verdicts: The verdicts for single keys.
    ///   - onCheck: Called with the key and awaited before each answer.
    package init(
        _ other: KeyCheck = .verified,
        _ verdicts: [String: KeyCheck] = [:],
        onCheck: @escaping @Sendable (String) async -> Void = { _ in }
    ) {
        self.other = other
        self.verdicts = Mutex(verdicts)
        self.onCheck = onCheck
    }

    /// The checked keys, with their upstreams.
    package var questions: [String] { asked.withLock { $0 } }

    /// Sets the verdict for a key.
    package func setVerdict(_ verdict: KeyCheck, of key: String) { verdicts.withLock { $0[key] = verdict } }

    package func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        let key = secret.revealed
        asked.withLock { $0.append("\(upstream) \(key)") }
        await onCheck(key)
        return verdicts.withLock { $0[key] } ?? other
    }
}

/// A barrier that holds its callers until a number of them have arrived; later callers pass.
package actor Meeting {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(of count: Int) { missing = count }

    package func join() async {
        missing -= 1
        if missing > 0 {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            for waiter in waiting { waiter.resume() }
            waiting = []
        }
    }
}
