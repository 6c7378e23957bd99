/// Decides which keys one call tries, and in what order.
///
/// A fault of the key (refused, out of credit, used too often) justifies another attempt if the pool has a key that
/// this call has not tried. A call that started with a key never continues without one.
public struct KeyAttempts: Sendable {
    /// The maximum number of keys that one call tries: enough to pass a few invalid ones, few enough not to exhaust a
    /// pool.
    public static let mostKeys = 4

    private var tried: Set<String> = []

    /// Makes a decision with no key tried so far.
    public init() {}

    /// Records the key that the pool lent, and returns whether the call should be made with it.
    ///
    /// - Parameter keyID: The id of the key; `nil` if the upstream has none.
    public mutating func startAttempt(with keyID: String?) -> Bool {
        guard let keyID else { return tried.isEmpty }
        return tried.insert(keyID).inserted
    }

    /// Returns whether to lease another key after a failed attempt.
    ///
    /// - Parameter outcome: The failure's meaning for the key; `nil` if it has none.
    public func shouldRetry(after outcome: KeyOutcome?) -> Bool {
        guard !tried.isEmpty, tried.count < Self.mostKeys else { return false }
        return switch outcome {
        case .refused, .outOfCredit, .limited: true
        case nil, .accepted, .upstreamFault: false
        }
    }
}
