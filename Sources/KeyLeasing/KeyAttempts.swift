/// Decides within one call which keys it is tried with.
///
/// A fault of the key's (refused, out of credit, used too often) is worth another try when the pool has a key that this call has
/// not tried yet. A call that began with a key never goes on without one.
public struct KeyAttempts: Sendable {
    /// How many keys one call tries at most: enough to pass by a few dead ones, few enough not to wear out a pool.
    public static let mostKeys = 4

    private var tried: Set<String> = []

    /// Nothing tried yet.
    public init() {}

    /// Takes what the pool has lent, and says whether the call is made with it.
    ///
    /// - Parameter keyID: The id of the key; `nil` when the upstream has none.
    public mutating func begin(with keyID: String?) -> Bool {
        guard let keyID else { return tried.isEmpty }
        return tried.insert(keyID).inserted
    }

    /// Whether another key is asked for after a try that failed.
    ///
    /// - Parameter outcome: What the failure says about the key; `nil` when it says nothing.
    public func goOn(after outcome: KeyOutcome?) -> Bool {
        guard !tried.isEmpty, tried.count < Self.mostKeys else { return false }
        return switch outcome {
        case .refused, .outOfCredit, .limited: true
        case nil, .accepted, .upstreamFault: false
        }
    }
}
