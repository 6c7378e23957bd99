public import FoundationEssentials

/// The audit chain's head as it is stored: with a seal that only the vault can compute.
public struct AuditHeadRecord: Sendable, Equatable {
    /// Where the chain ends.
    public var head: AuditHead

    /// The vault's seal over it.
    public var seal: Data

    /// Makes a record.
    public init(head: AuditHead, seal: Data) {
        self.head = head
        self.seal = seal
    }
}
