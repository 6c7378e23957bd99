import Foundation
import Storage
import Testing

@testable import KeyVault

/// The verification of the chain, row by row, with readable hashes.
@Suite struct AuditVerificationTests {
    private let trail = AuditTrail(
        entries: [],
        hash: { id, entry, previous in Data("\(id) \(entry.actor) after (\(previous.count)\(previous.suffix(8)))".utf8)
        },
        seal: { head in Data("seal of \(head)".utf8) }
    )

    private func chain(_ actors: String...) -> [AuditRecord] {
        var previous = Data()
        return actors.enumerated().map { index, actor in
            let entry = AuditDraft(
                actor: actor,
                action: "key.add",
                object: "openai/keys/1",
                outcome: "done",
                time: Date(timeIntervalSince1970: 1_795_000_000)
            )
            let hash = trail.hash(index + 1, entry, previous)
            defer { previous = hash }
            return AuditRecord(id: index + 1, entry: entry, previousHash: previous, hash: hash)
        }
    }

    private func head(_ record: AuditRecord) -> AuditHeadRecord {
        let head = AuditHead(count: record.id, hash: record.hash)
        return AuditHeadRecord(head: head, seal: trail.seal(head))
    }

    private func verdict(
        _ records: [AuditRecord],
        head: AuditHeadRecord?,
        from first: Int = 1,
        noted: AuditHead? = nil
    ) -> AuditVerdict {
        var verification = AuditVerification(from: first, noted: noted, keys: trail)
        if records.allSatisfy({ verification.check($0) }) { verification.end(head) }
        return verification.verdict
    }

    @Test func aWholeChainHasNoFault() {
        let rows = chain("a", "b", "c")
        let end = head(rows[2])
        #expect(verdict(rows, head: end) == AuditVerdict(rowCount: 3, head: end.head))
        #expect(verdict(Array(rows[1...]), head: end, from: 2) == AuditVerdict(rowCount: 2, head: end.head))
        #expect(verdict([], head: end, from: 9) == AuditVerdict(rowCount: 0))
    }

    @Test(arguments: 1...4) func aMissingRowIsNamed(row: Int) {
        let rows = chain("a", "b", "c", "d")
        let fault = verdict(rows.filter { $0.id != row }, head: head(rows[3])).fault
        #expect(fault == AuditFault(row: row, reason: row == 4 ? .cutOff : .missing))
    }

    @Test(arguments: 0...3) func rowsCutOffAtTheEndAreDetected(kept: Int) {
        let rows = chain("a", "b", "c", "d")
        let found = verdict(Array(rows.prefix(kept)), head: head(rows[3]))
        #expect(found.fault == AuditFault(row: kept + 1, reason: .cutOff))
        #expect(found.rowCount == kept)
    }

    @Test(arguments: 1...3) func aChangedRowIsNamed(row: Int) {
        var rows = chain("a", "b", "c")
        rows[row - 1].entry.actor = "x"
        #expect(verdict(rows, head: head(rows[2])).fault == AuditFault(row: row, reason: .changed))
    }

    @Test func twoSwappedRowsAreDetected() {
        var rows = chain("a", "b", "c", "d")
        rows.swapAt(1, 2)
        #expect(verdict(rows, head: head(rows[3])).fault == AuditFault(row: 2, reason: .missing))
        (rows[1].id, rows[2].id) = (2, 3)
        #expect(verdict(rows, head: head(rows[3])).fault == AuditFault(row: 2, reason: .changed))
        #expect(verdict([rows[0], rows[0]], head: head(rows[3])).fault == AuditFault(row: 1, reason: .misplaced))
    }

    /// A genuine row of the same number, written when another row preceded it.
    @Test func aRowOfAnotherHistoryIsMisplaced() {
        var rows = chain("a", "b", "c")
        rows[2] = chain("a", "other", "c")[2]
        #expect(verdict(rows, head: head(rows[2])).fault == AuditFault(row: 3, reason: .misplaced))
    }

    @Test func aHeadThatDoesNotMatchIsReported() {
        let rows = chain("a", "b", "c")
        var forged = head(rows[1])
        forged.head.count = 3
        for end in [nil, forged, head(rows[1]), head(chain("a", "b", "x")[2])] {
            #expect(verdict(rows, head: end).fault == AuditFault(row: 3, reason: .unanchored))
        }
        #expect(verdict([], head: nil).fault == AuditFault(row: 0, reason: .unanchored))
    }

    /// An older copy of the database is valid; only a head that was noted elsewhere reveals it.
    @Test func aNotedHeadRevealsAnOlderCopy() {
        let rows = chain("a", "b", "c", "d")
        let noted = head(rows[2]).head
        #expect(verdict(rows, head: head(rows[3]), noted: noted).isWhole)
        let older = Array(rows.prefix(2))
        #expect(verdict(older, head: head(rows[1])).isWhole)
        #expect(verdict(older, head: head(rows[1]), noted: noted).fault == AuditFault(row: 3, reason: .cutOff))
        let continued = chain("a", "b", "x", "y")
        #expect(verdict(continued, head: head(continued[3])).isWhole)
        #expect(
            verdict(continued, head: head(continued[3]), noted: noted).fault
                == AuditFault(row: 3, reason: .notAsNoted)
        )
    }
}
