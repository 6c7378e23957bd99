public import Secrets

/// A key lent for one call to its upstream.
///
/// The borrower says how the call went by ``report(_:)``. The key counts as lent until the last copy of the lease is gone,
/// which is what a rotation waits for before it lets an old key go.
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
    ///   - onReport: Told each outcome that the borrower reports.
    ///   - onReturn: Called once, when the last copy of the lease is gone.
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

    /// Tells the pool how the call went, so that the next lease knows.
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
