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
    /// Called with the id of another key, and with its outcome for a call for which this key was refused.
    let othersOutcome: OthersOutcome
    /// The keys that were refused for the call before this one.
    private var refused: Refusals = []

    /// The ``othersOutcome`` of refused keys; their leases are not kept, or they would count as lent.
    typealias Refusals = [OthersOutcome]
    /// A receiver of another key's outcome, which is that it was accepted or refused.
    public typealias OthersOutcome = @Sendable (_ keyID: String, KeyOutcome) -> Void

    /// Makes a lease.
    /// - Parameters:
    ///   - keyID: The id of the key.
    ///   - secret: The key itself.
    ///   - onReport: Called with each outcome that the borrower reports.
    ///   - onOthersOutcome: Called with the id of another key that was accepted or refused for a call for which this key was refused.
    ///   - forms: The secrets that no answer may contain; `nil` for the key alone.
    ///   - onEcho: Called when an answer contained one of these, with its place among them; `nil` for a part of the key.
    ///   - onReturn: Called once, when the last copy of the lease is released.
    public init(
        keyID: String,
        secret: SecretString,
        onReport: @escaping @Sendable (KeyOutcome) -> Void = { _ in },
        onOthersOutcome: @escaping OthersOutcome = { _, _ in },
        forms: SecretForms? = nil,
        onEcho: @escaping @Sendable (_ secret: Int?) -> Void = { _ in },
        onReturn: @escaping @Sendable () -> Void = {}
    ) {
        self.keyID = keyID
        self.secret = secret
        self.loan = Loan(onReport: onReport, onReturn: onReturn)
        self.othersOutcome = onOthersOutcome
        self.forms = forms ?? SecretForms([secret])
        self.reportEcho = onEcho
    }

    /// The way to add a key, in a sentence for an operator, if this lease stands for a call without one; otherwise `nil`.
    public private(set) var remedy: String?

    /// The key to send; `nil` if the call is made without one.
    public var credential: SecretString? { remedy == nil ? secret : nil }

    /// Returns the lease of no key, for a call to a server that may need none: its outcome shows whether it does.
    ///
    /// - Parameters:
    ///   - remedy: The way to add a key, in a sentence for an operator.
    ///   - onReport: Called with each outcome that the borrower reports.
    public static func keyless(
        remedy: String,
        onReport: @escaping @Sendable (KeyOutcome) -> Void
    ) -> KeyLease {
        var lease = KeyLease(keyID: "", secret: SecretString(""), onReport: onReport, forms: SecretForms([]))
        lease.remedy = remedy
        return lease
    }

    /// The secrets that no answer of the upstream may contain: this key, and the others of its pool.
    public let forms: SecretForms

    /// Reports that an answer of the upstream contained a secret, by its place among the ``forms``; `nil` for a part of this key.
    ///
    /// It does not retain the lease.
    public let reportEcho: @Sendable (_ secret: Int?) -> Void

    /// Reports the outcome of the call to the pool, which uses it for the next lease.
    public func report(_ outcome: KeyOutcome) {
        loan.onReport(outcome)
        if outcome == .accepted || outcome == .refused { for tell in refused { tell(keyID, outcome) } }
    }

    /// Returns this lease for a call for which other keys were refused: their pool learns whether this key was accepted.
    func retrying(_ refused: Refusals) -> KeyLease {
        var lease = self
        lease.refused = refused
        return lease
    }
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

extension KeyLease {
    /// Returns a source that lends one key for every call, for programs without a vault.
    ///
    /// - Parameter secret: The key; without one, calls are made without a key.
    public static func source(of secret: SecretString?) -> KeySource {
        let lease = secret.map { KeyLease(keyID: "key", secret: $0) }
        return { lease }
    }
}

/// A function that lends the key for one call to an upstream; it returns `nil` if there is none, and the call is then
/// made without a key or not at all.
///
/// It is called again for every call, so that a rotation applies from the next call on.
public typealias KeySource = @Sendable () async throws -> KeyLease?

/// The outcome of a call with a leased key, as far as it concerns the key.
public enum KeyOutcome: Sendable, Hashable {
    /// The upstream accepted the key, even if the call then failed.
    case accepted

    /// The upstream refuses the key, or the key lacks permission for the request: a confirmed 401 or 403.
    case refused

    /// The key's account has no credit left; waiting does not help.
    case outOfCredit

    /// The key was used too often for now; the upstream may name the time until it may be used again.
    case limited(retryAfter: Duration?)

    /// The upstream failed or could not be reached, which shows nothing about the key.
    case upstreamFault
}

/// An error of a key source that has no key to lend.
public protocol KeyLeaseError: Error {
    /// Whether the upstream has keys, but none that may be used now: all are refused, out of credit or resting.
    var hasNoUsableKey: Bool { get }
    /// Whether the upstream has keys, but an administrator has to confirm that they may be sent where they are asked for.
    var awaitsConfirmation: Bool { get }
    /// The fault and the next step, in a sentence without a secret.
    var message: String { get }
    /// The time to wait before the next try, if it is known.
    var retryAfter: Duration? { get }
}

extension KeyLeaseError {
    /// False: most sources have keys for one place only.
    public var awaitsConfirmation: Bool { false }
}
