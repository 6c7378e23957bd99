public import FoundationEssentials

/// The audit rows that a change brings with it, written in the change's own transaction: either both are there or neither.
public struct AuditTrail: Sendable {
    /// Computes a row's hash from its place, its fields and the hash of the row before.
    public typealias Hash = @Sendable (_ id: Int, _ entry: AuditDraft, _ previousHash: Data) -> Data

    /// Computes the seal of the chain's head.
    public typealias Seal = @Sendable (_ head: AuditHead) -> Data

    /// What was done, in order.
    public var entries: [AuditDraft]

    /// How the rows are hashed; the store itself knows no keys.
    public var hash: Hash

    /// How the head is sealed.
    public var seal: Seal

    /// A change that leaves no trace, such as one of a test.
    public static let none = AuditTrail(entries: []) { _, _, _ in Data() }

    /// Makes a trail.
    public init(entries: [AuditDraft], hash: @escaping Hash, seal: @escaping Seal = { $0.hash }) {
        self.entries = entries
        self.hash = hash
        self.seal = seal
    }
}
