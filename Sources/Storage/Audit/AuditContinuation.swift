import FoundationEssentials

/// Where the next row of the audit chain goes, and what it follows.
///
/// The chain goes on from its sealed head, not from the last row: when rows were cut off the end, the next row leaves their places empty,
/// so that the cut stays visible for good. The same when the head itself is gone or was changed.
package struct AuditContinuation {
    package private(set) var end: AuditHead
    private let trail: AuditTrail

    /// - Parameters:
    ///   - head: The stored head; nil when there is none.
    ///   - last: The last row; nil in an empty table.
    ///   - trail: What is to be added, and how it is hashed.
    package init(head: AuditHeadRecord?, last: AuditRecord?, trail: AuditTrail) {
        self.trail = trail
        let isGenuine = head.map { trail.seal($0.head) == $0.seal } ?? (last == nil)
        switch (head?.head, last) {
        case (nil, nil):
            end = AuditHead(count: 0, hash: Data())
        case (let head?, let last) where isGenuine && head.count >= last?.id ?? 0:
            end = head
        case (_, let last?) where isGenuine:
            // The head is behind its rows, which are all there: a copy of an old one, and nothing is lost by going on.
            end = AuditHead(count: last.id, hash: last.hash)
        default:
            end = AuditHead(count: (last?.id ?? 0) + 1, hash: Data())
        }
    }

    /// The row for an entry, after which the chain ends with it.
    package mutating func append(_ entry: AuditDraft) -> AuditRecord {
        let id = end.count + 1
        let hash = trail.hash(id, entry, end.hash)
        defer { end = AuditHead(count: id, hash: hash) }
        return AuditRecord(id: id, entry: entry, previousHash: end.hash, hash: hash)
    }

    /// The head to store.
    package var head: AuditHeadRecord { AuditHeadRecord(head: end, seal: trail.seal(end)) }
}
