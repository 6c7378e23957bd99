/// An error of a key source that has no key to lend.
public protocol KeyLeaseError: Error {
    /// Whether the upstream has keys, but none that may be used now: all are refused, out of credit or resting.
    var hasNoUsableKey: Bool { get }
    /// The fault and the next step, in a sentence without a secret.
    var message: String { get }
    /// The time to wait before the next try, if it is known.
    var retryAfter: Duration? { get }
}
