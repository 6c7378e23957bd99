public import FoundationEssentials

/// The stored head of the audit chain, with a seal that only the vault can compute.
public struct AuditHeadRecord: Sendable, Equatable {
    /// The end of the chain.
    public var head: AuditHead

    /// The vault's seal over the head.
    public var seal: Data

    /// Makes a record.
    public init(head: AuditHead, seal: Data) {
        self.head = head
        self.seal = seal
    }
}
