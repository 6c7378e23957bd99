import FoundationEssentials

/// The place of the next row in the audit chain, and the row that it follows.
///
/// The chain continues from its sealed head, not from the last row. If rows were cut off the end, the next row leaves their places
/// empty, so the cut stays visible for good. The same holds if the head itself is gone or was changed.
///
/// One process: the head is read and replaced in one transaction. A backend with several writers must lock the head first.
package struct AuditContinuation {
    package private(set) var end: AuditHead
    private let trail: AuditTrail

    /// - Parameters:
    ///   - head: The stored head; `nil` if there is none.
    ///   - last: The last row; `nil` if there are no rows.
    ///   - trail: The rows to add, and the functions that hash and seal them.
    package init(head: AuditHeadRecord?, last: AuditRecord?, trail: AuditTrail) {
        self.trail = trail
        let isGenuine = head.map { trail.seal($0.head) == $0.seal } ?? (last == nil)
        switch (head?.head, last) {
        case (nil, nil):
            end = AuditHead(count: 0, hash: Data())
        case (let head?, let last) where isGenuine && head.count >= last?.id ?? 0:
            end = head
        case (_, let last?) where isGenuine:
            // The head is older than its rows, none of which is missing: a copy of a former head. No row is lost if the chain continues.
            end = AuditHead(count: last.id, hash: last.hash)
        default:
            end = AuditHead(count: (last?.id ?? 0) + 1, hash: Data())
        }
    }

    /// Returns the row for an entry, and moves the end of the chain to it.
    package mutating func append(_ entry: AuditDraft) -> AuditRecord {
        let id = end.count + 1
        let hash = trail.hash(id, entry, end.hash)
        defer { end = AuditHead(count: id, hash: hash) }
        return AuditRecord(id: id, entry: entry, previousHash: end.hash, hash: hash)
    }

    /// The head to store.
    package var head: AuditHeadRecord { AuditHeadRecord(head: end, seal: trail.seal(end)) }
}
