public import Secrets

/// A key lent for one call to its upstream.
///
/// The borrower reports the outcome of the call with ``report(_:)``. The key counts as lent until the last copy of the
/// lease is released. A rotation waits for that before it removes an old key.
public struct KeyLease: Sendable {
    /// The id of the key, for logs and for the outcome.
    public var keyID: String

    /// The key itself.
    public var secret: SecretString

    private let loan: Loan

    /// Makes a lease.
    /// - Parameters:
    ///   - keyID: The id of the key.
    ///   - secret: The key itself.
    ///   - onReport: Called with each outcome that the borrower reports.
    ///   - onReturn: Called once, when the last copy of the lease is released.
    public init(
        keyID: String,
        secret: SecretString,
        onReport: @escaping @Sendable (KeyOutcome) -> Void = { _ in },
        onReturn: @escaping @Sendable () -> Void = {}
    ) {
        self.keyID = keyID
        self.secret = secret
        self.loan = Loan(onReport: onReport, onReturn: onReturn)
    }

    /// Reports the outcome of the call to the pool, which uses it for the next lease.
    public func report(_ outcome: KeyOutcome) { loan.onReport(outcome) }
}

extension KeyLease {
    private final class Loan: Sendable {
        let onReport: @Sendable (KeyOutcome) -> Void
        let onReturn: @Sendable () -> Void

        init(onReport: @escaping @Sendable (KeyOutcome) -> Void, onReturn: @escaping @Sendable () -> Void) {
            self.onReport = onReport
            self.onReturn = onReturn
        }

        deinit { onReturn() }
    }
}

// MARK: Without a vault

extension KeyLease {
    /// Returns a source that lends one key for every call, for programs without a vault.
    ///
    /// - Parameter secret: The key; without one, calls are made without a key.
    public static func source(of secret: SecretString?) -> KeySource {
        let lease = secret.map { KeyLease(keyID: "key", secret: $0) }
        return { lease }
    }
}
