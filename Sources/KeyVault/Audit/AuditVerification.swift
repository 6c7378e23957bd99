import FoundationEssentials
import Storage

/// Checks the audit chain row by row; the first row that does not fit ends it.
struct AuditVerification {
    private(set) var verdict = AuditVerdict(rowCount: 0)
    private var expected: Int
    private let noted: AuditHead?
    private let keys: AuditTrail

    /// - Parameters:
    ///   - first: The first row to check. What it says of the row before is believed.
    ///   - noted: A head that was noted earlier, which must lie on the chain; nil when none was.
    ///   - keys: How rows are hashed and the head is sealed.
    init(from first: Int = 1, noted: AuditHead? = nil, keys: AuditTrail) {
        expected = first
        self.noted = noted
        self.keys = keys
    }

    /// Checks the next row.
    /// - Returns: False when it does not fit; no more are to be given then.
    mutating func check(_ record: AuditRecord) -> Bool {
        guard verdict.isWhole else { return false }
        if let reason = fault(of: record) {
            // A row whose place is skipped is the one that is missing, not the one that was found instead.
            verdict.fault = AuditFault(row: reason == .missing ? expected : record.id, reason: reason)
            return false
        }
        verdict.rowCount += 1
        verdict.head = AuditHead(count: record.id, hash: record.hash)
        expected += 1
        return true
    }

    /// Checks the end of the chain, after its last row.
    mutating func end(_ head: AuditHeadRecord?) {
        guard verdict.isWhole else { return }
        let last = expected - 1
        if let noted, noted.count > last {
            verdict.fault = AuditFault(row: expected, reason: .cutOff)
            return
        }
        // Of a check that begins behind the end there is nothing to say.
        guard let head, keys.seal(head.head) == head.seal, head.head.count >= last || verdict.rowCount == 0 else {
            verdict.fault = AuditFault(row: last, reason: .unanchored)
            return
        }
        if head.head.count > last {
            verdict.fault = AuditFault(row: expected, reason: .cutOff)
        } else if let hash = verdict.head?.hash, hash != head.head.hash {
            verdict.fault = AuditFault(row: last, reason: .unanchored)
        }
    }

    private func fault(of record: AuditRecord) -> AuditFault.Reason? {
        if record.id > expected { return .missing }
        if record.id < expected { return .misplaced }
        guard keys.hash(record.id, record.entry, record.previousHash) == record.hash else { return .changed }
        if let previous = verdict.head?.hash ?? (record.id == 1 ? Data() : nil), record.previousHash != previous {
            return .misplaced
        }
        if let noted, noted.count == record.id, noted.hash != record.hash { return .notAsNoted }
        return nil
    }
}
