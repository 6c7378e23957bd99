package import Foundation
package import KeyVault
package import Secrets
import Storage
import Synchronization

/// A folder of its own for one test, gone when the test is over.
package func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("torii-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

extension SecretString {
    /// The secret in clear, for comparing.
    package var revealed: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

extension KeyVault {
    /// A vault over a store in memory.
    package static func inMemory(
        checker: any KeyChecker = NoKeyChecker(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> KeyVault {
        try await KeyVault(store: SQLiteStore(path: nil), masterKey: .random(), checker: checker, now: now)
    }

    /// The leased key in clear.
    package func leased(_ upstream: String, for use: KeyUse = .any) async throws -> String? {
        try await lease(upstream, for: use)?.secret.revealed
    }
}

/// Upstreams that say of each key what they were told to, and remember what they were asked.
package final class ScriptedChecker: KeyChecker {
    private let verdicts: Mutex<[String: KeyCheck]>
    private let other: KeyCheck
    private let onCheck: @Sendable (String) async -> Void
    private let asked = Mutex<[String]>([])

    /// - Parameters:
    ///   - other: What is said of a key that nothing else was told of.
    ///   - verdicts: What is said of single keys.
    ///   - onCheck: Waited for before each answer; given the key.
    package init(
        _ other: KeyCheck = .verified,
        _ verdicts: [String: KeyCheck] = [:],
        onCheck: @escaping @Sendable (String) async -> Void = { _ in }
    ) {
        self.other = other
        self.verdicts = Mutex(verdicts)
        self.onCheck = onCheck
    }

    /// What was checked: upstream and key.
    package var questions: [String] { asked.withLock { $0 } }

    /// From now on this is said of a key.
    package func say(_ verdict: KeyCheck, of key: String) { verdicts.withLock { $0[key] = verdict } }

    package func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        let key = secret.revealed
        asked.withLock { $0.append("\(upstream) \(key)") }
        await onCheck(key)
        return verdicts.withLock { $0[key] } ?? other
    }
}

/// Holds everyone until a number of them have come; later ones pass.
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
