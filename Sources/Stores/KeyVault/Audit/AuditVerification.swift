import FoundationEssentials
public import Storage

/// The result of verifying the audit chain.
public struct AuditVerdict: Sendable, Equatable {
    /// The number of valid rows.
    public var rowCount: Int

    /// The last valid row, to be noted elsewhere; nil if there is none.
    public var head: AuditHead?

    /// The first invalid row; nil if the whole chain is valid.
    public var fault: AuditFault?

    /// Whether every row is present and unchanged.
    public var isWhole: Bool { fault == nil }
}

/// A verification of the audit chain, row by row, up to the first invalid row.
struct AuditVerification {
    private(set) var verdict = AuditVerdict(rowCount: 0)
    private var expected: Int
    private let noted: AuditHead?
    private let keys: AuditTrail

    /// - Parameters:
    ///   - first: The first row to verify. Its hash of the previous row is not verified.
    ///   - noted: A head that was noted earlier and must be part of the chain; nil if there is none.
    ///   - keys: The functions that hash rows and seal the head.
    init(from first: Int = 1, noted: AuditHead? = nil, keys: AuditTrail) {
        expected = first
        self.noted = noted
        self.keys = keys
    }

    /// Verifies the next row.
    /// - Returns: False if the row is invalid; no more rows may then be passed.
    mutating func check(_ record: AuditRecord) -> Bool {
        guard verdict.isWhole else { return false }
        if let reason = fault(of: record) {
            // If a row's number was skipped, the skipped row is the invalid one, not the row found in its place.
            verdict.fault = AuditFault(row: reason == .missing ? expected : record.id, reason: reason)
            return false
        }
        verdict.rowCount += 1
        verdict.head = AuditHead(count: record.id, hash: record.hash)
        expected += 1
        return true
    }

    /// Verifies the end of the chain, after its last row.
    mutating func end(_ head: AuditHeadRecord?) {
        guard verdict.isWhole else { return }
        let last = expected - 1
        if let noted, noted.count > last {
            verdict.fault = AuditFault(row: expected, reason: .cutOff)
            return
        }
        // A verification that starts after the last row cannot compare the head with a row.
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
