public import FoundationEssentials

/// A row of the audit chain: its content, and the hash that binds it to the row before.
public struct AuditRecord: Sendable, Equatable, Identifiable {
    /// The row's place in the chain, counted from 1 without a gap.
    public var id: Int

    /// The content.
    public var entry: AuditDraft

    /// The hash of the row before; empty in the first row.
    public var previousHash: Data

    /// The hash of this row, which includes the hash of the row before.
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

    /// The head; `nil` if there is none.
    public var head: AuditHeadRecord?

    /// Makes a page.
    public init(records: [AuditRecord], head: AuditHeadRecord?) {
        self.records = records
        self.head = head
    }
}
