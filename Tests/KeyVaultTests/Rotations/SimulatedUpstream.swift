import KeyVaultFixtures
import Secrets
import Synchronization

@testable import KeyVault

/// An upstream that accepts some keys, and callers who use it as Torii does: a refused call is tried again with another key.
final class SimulatedUpstream: KeyChecker {
    private let accepted: Mutex<Set<String>>
    private let failures = Mutex<[String]>([])
    private let count = Atomic(0)
    private let closed = Atomic(false)

    init(accepting keys: Set<String>) { accepted = Mutex(keys) }

    /// What became of calls that no key could save.
    var failed: [String] { failures.withLock { $0 } }

    /// How many calls were made.
    var calls: Int { count.load(ordering: .relaxed) }

    /// Whether callers are to stop.
    var isClosed: Bool { closed.load(ordering: .relaxed) }

    func close() { closed.store(true, ordering: .relaxed) }
    func accept(_ key: String) { accepted.withLock { _ = $0.insert(key) } }
    func revoke(_ key: String) { accepted.withLock { _ = $0.remove(key) } }

    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        await Task.yield()
        return isAccepted(secret) ? .verified : .invalid(reason: "it answered 401")
    }

    /// One call, with the next key as long as there is one that was not tried.
    func call(with vault: KeyVault) async {
        count.add(1, ordering: .relaxed)
        var tried: Set<String> = []
        do {
            while let lease = try await vault.lease("openai"), tried.insert(lease.keyID).inserted {
                // A call takes its time; the key may be revoked meanwhile.
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
