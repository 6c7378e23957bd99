public import FoundationEssentials

/// The audit rows of a change, written in the same transaction: either both are stored or neither.
public struct AuditTrail: Sendable {
    /// Computes a row's hash from its place, its fields and the hash of the row before.
    public typealias Hash = @Sendable (_ id: Int, _ entry: AuditDraft, _ previousHash: Data) -> Data

    /// Computes the seal of the chain's head.
    public typealias Seal = @Sendable (_ head: AuditHead) -> Data

    /// The contents of the rows, in order.
    public var entries: [AuditDraft]

    /// The function that hashes the rows; the store itself has no keys.
    public var hash: Hash

    /// The function that seals the head.
    public var seal: Seal

    /// No audit rows, for changes of tests.
    public static let none = AuditTrail(entries: []) { _, _, _ in Data() }

    /// Makes a trail.
    public init(entries: [AuditDraft], hash: @escaping Hash, seal: @escaping Seal = { $0.hash }) {
        self.entries = entries
        self.hash = hash
        self.seal = seal
    }
}
