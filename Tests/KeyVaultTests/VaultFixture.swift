import Foundation
import KeyVault
import Secrets
import Storage
import Synchronization

/// A folder of its own for one test, gone when the test is over.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("torii-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

extension SecretString {
    /// The secret in clear, for comparing.
    var revealed: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

extension KeyVault {
    /// A vault over a store in memory.
    static func inMemory() async throws -> KeyVault {
        try await KeyVault(store: SQLiteStore(path: nil), masterKey: .random())
    }

    /// The leased key in clear.
    func leased(_ upstream: String) async throws -> String? {
        try await lease(upstream)?.secret.revealed
    }
}

/// An upstream that gives the same verdict on every key, and remembers what it was asked.
final class ScriptedChecker: KeyChecker {
    private let verdict: KeyCheck
    private let onCheck: @Sendable () async -> Void
    private let asked = Mutex<[String]>([])

    init(_ verdict: KeyCheck, onCheck: @escaping @Sendable () async -> Void = {}) {
        self.verdict = verdict
        self.onCheck = onCheck
    }

    /// What was checked: upstream and key.
    var questions: [String] { asked.withLock { $0 } }

    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        asked.withLock { $0.append("\(upstream) \(secret.revealed)") }
        await onCheck()
        return verdict
    }
}

/// Holds everyone until a number of them have come.
actor Meeting {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of count: Int) { missing = count }

    func join() async {
        missing -= 1
        if missing > 0 {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            for waiter in waiting { waiter.resume() }
        }
    }
}
