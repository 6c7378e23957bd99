import Foundation
import Storage
import Testing

@Suite struct AuditContinuationTests {
    private let entry = AuditDraft(
        actor: "torii",
        action: "key.add",
        object: "openai",
        outcome: "done",
        time: Date(timeIntervalSince1970: 1_795_000_000)
    )

    private var trail: AuditTrail {
        AuditTrail(
            entries: [entry],
            hash: { id, _, previous in Data("\(id)/".utf8) + previous },
            seal: { Data("seal of \($0)".utf8) }
        )
    }

    private func row(_ id: Int, _ hash: String) -> AuditRecord {
        AuditRecord(id: id, entry: entry, previousHash: Data(), hash: Data(hash.utf8))
    }

    private func head(_ count: Int, _ hash: String, isGenuine: Bool = true) -> AuditHeadRecord {
        let head = AuditHead(count: count, hash: Data(hash.utf8))
        return AuditHeadRecord(head: head, seal: isGenuine ? trail.seal(head) : Data())
    }

    private func next(_ head: AuditHeadRecord?, _ last: AuditRecord?) -> String {
        var chain = AuditContinuation(head: head, last: last, trail: trail)
        let record = chain.append(entry)
        #expect(chain.head == self.head(record.id, String(decoding: record.hash, as: UTF8.self)))
        #expect(record.hash == Data("\(record.id)/".utf8) + record.previousHash)
        return "\(record.id) after '\(String(decoding: record.previousHash, as: UTF8.self))'"
    }

    @Test func theChainContinuesFromTheHead() {
        #expect(next(nil, nil) == "1 after ''")
        #expect(next(head(5, "h"), row(5, "h")) == "6 after 'h'")
    }

    @Test func rowsThatWereCutOffLeaveAGap() {
        #expect(next(head(5, "h"), row(3, "g")) == "6 after 'h'")
        #expect(next(head(5, "h"), nil) == "6 after 'h'")
    }

    @Test func aMissingOrForgedHeadLeavesAGap() {
        #expect(next(nil, row(3, "g")) == "5 after ''")
        #expect(next(head(3, "g", isGenuine: false), row(3, "g")) == "5 after ''")
        #expect(next(head(900, "g", isGenuine: false), row(3, "g")) == "5 after ''")
        #expect(next(head(3, "g", isGenuine: false), nil) == "2 after ''")
    }

    @Test func anOldHeadLosesNoRow() {
        #expect(next(head(3, "g"), row(5, "h")) == "6 after 'h'")
    }
}
