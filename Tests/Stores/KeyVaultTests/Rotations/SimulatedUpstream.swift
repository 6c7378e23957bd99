import KeyVaultFixtures
import Secrets
import Synchronization

@testable import KeyVault

/// An upstream that accepts some keys, with callers that retry a refused call with another key, as Torii does.
final class SimulatedUpstream: KeyChecker {
    private let accepted: Mutex<Set<String>>
    private let failures = Mutex<[String]>([])
    private let count = Atomic(0)
    private let closed = Atomic(false)

    init(accepting keys: Set<String>) { accepted = Mutex(keys) }

    /// The calls that failed with every key.
    var failed: [String] { failures.withLock { $0 } }

    /// The number of calls.
    var calls: Int { count.load(ordering: .relaxed) }

    /// Whether callers must stop.
    var isClosed: Bool { closed.load(ordering: .relaxed) }

    func close() { closed.store(true, ordering: .relaxed) }
    func accept(_ key: String) { accepted.withLock { _ = $0.insert(key) } }
    func revoke(_ key: String) { accepted.withLock { _ = $0.remove(key) } }

    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        await Task.yield()
        return isAccepted(secret) ? .verified : .invalid(reason: "it answered 401")
    }

    /// Makes one call, with further keys as long as there are untried ones.
    func call(with vault: KeyVault) async {
        count.add(1, ordering: .relaxed)
        var tried: Set<String> = []
        do {
            while let lease = try await vault.lease("openai"), tried.insert(lease.keyID).inserted {
                // A call takes time; its key may be revoked during it.
                for _ in 0..<tried.count + 3 { await Task.yield() }
                let isAccepted = isAccepted(lease.secret)
                lease.report(isAccepted ? .accepted : .refused)
                if isAccepted { return }
            }
            failures.withLock { $0.append("refused with \(tried.count) keys") }
        } catch {
            failures.withLock { $0.append("\(error)") }
        }
    }

    private func isAccepted(_ secret: SecretString) -> Bool {
        accepted.withLock { $0.contains(secret.revealed) }
    }
}
