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
