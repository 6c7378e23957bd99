import KeyVault
import Secrets

/// Checks a key with the upstream it is for.
struct UpstreamKeyChecker: KeyChecker {
    let checkers: [Upstream: any KeyChecker]

    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        guard let checker = Upstream(rawValue: upstream).flatMap({ checkers[$0] }) else {
            return .unknown(reason: "nothing here knows how to check a key of \(upstream)")
        }
        return await checker.check(secret, for: upstream)
    }
}
