public import Secrets

/// Asks an upstream whether it accepts a key, with the cheapest call that needs one.
public protocol KeyChecker: Sendable {
    /// Checks a key live. It does not throw: an undecided check is ``KeyCheck/unknown(reason:)``.
    ///
    /// It returns within a bounded time because leases may be waiting for the outcome.
    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck

    /// Checks a key that may be sent to some destinations only, and sends it nowhere else.
    func check(_ secret: SecretString, for upstream: String, within destinations: [String]) async -> KeyCheck

    /// Returns the places that an upstream's keys are sent to now, one line each; `nil` if only the operator's settings define them.
    func destinations(of upstream: String) -> [String]?

    /// Returns whether there is a check for an upstream's keys; without one, every check is ``KeyCheck/unknown(reason:)``.
    func canCheck(_ upstream: String) -> Bool

    /// Returns the characters that an upstream's keys may have.
    func form(of upstream: String) -> KeyForm
}

extension KeyChecker {
    /// Checks a key of an upstream whose address only the operator's settings say.
    public func check(_ secret: SecretString, for upstream: String, within destinations: [String]) async -> KeyCheck {
        await check(secret, for: upstream)
    }

    /// Returns `nil`: only the operator's settings define the places that keys are sent to.
    public func destinations(of upstream: String) -> [String]? { nil }

    /// Returns true: most checkers have a check for each of their upstreams.
    public func canCheck(_ upstream: String) -> Bool { true }

    /// Returns ``KeyForm/token``.
    public func form(of upstream: String) -> KeyForm { .token }
}

/// A checker that knows no upstream: for a vault that only reads, and for upstreams without a call that needs a key.
public struct NoKeyChecker: KeyChecker {
    /// Makes a checker that decides nothing.
    public init() {}

    /// Returns ``KeyCheck/unknown(reason:)`` for every key.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        .unknown(reason: "no checker is available for keys of \(upstream)")
    }
}

/// An upstream's verdict on a key.
///
/// A reason is a clause without a full stop, to be used inside a longer sentence.
public enum KeyCheck: Sendable, Equatable {
    /// It accepts the key.
    case verified

    /// It refuses the key: a confirmed 401 or 403, nothing else.
    case invalid(reason: String)

    /// It could not be reached, or its answer does not decide the question.
    case unknown(reason: String)
}
