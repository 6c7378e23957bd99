public import Secrets

/// Asks an upstream whether it accepts a key, by its cheapest call that needs one.
public protocol KeyChecker: Sendable {
    /// Checks a key live. It does not throw: what cannot be found out is ``KeyCheck/unknown(reason:)``.
    ///
    /// It answers within a bounded time: leases may be waiting for the outcome.
    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck
}

/// Knows no upstream: for a vault that only reads, and for upstreams without a call that needs a key.
public struct NoKeyChecker: KeyChecker {
    /// Makes a checker that can say nothing.
    public init() {}

    /// Always ``KeyCheck/unknown(reason:)``.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        .unknown(reason: "nothing here knows how to check a key of \(upstream)")
    }
}
