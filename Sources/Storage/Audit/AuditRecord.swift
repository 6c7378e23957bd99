public import FoundationEssentials

/// A row of the audit chain: what was done, and the hash that ties it to the row before.
public struct AuditRecord: Sendable, Equatable, Identifiable {
    /// The row's place in the chain, from 1 on without a gap.
    public var id: Int

    /// What was done.
    public var entry: AuditDraft

    /// The hash of the row before; empty in the first row.
    public var previousHash: Data

    /// The hash of this row, the row before included.
    public var hash: Data

    /// Makes a record.
    public init(id: Int, entry: AuditDraft, previousHash: Data, hash: Data) {
        self.id = id
        self.entry = entry
        self.previousHash = previousHash
        self.hash = hash
    }
}

/// Some rows of the audit chain and its head, at one moment.
public struct AuditPage: Sendable, Equatable {
    /// The rows, in order.
    public var records: [AuditRecord]

    /// The head; nil when there is none.
    public var head: AuditHeadRecord?

    /// Makes a page.
    public init(records: [AuditRecord], head: AuditHeadRecord?) {
        self.records = records
        self.head = head
    }
}
