import Foundation
import Storage
import Testing

@testable import KeyVault

/// The decisions of a re-wrap, with a list of records instead of a store.
@Suite struct RewrappingTests {
    private func secret(_ number: Int, _ key: String = "old") -> SealedRecord {
        SealedRecord(
            kind: .secret,
            id: "secret \(number)",
            upstream: "openai",
            text: SealedText(masterKeyID: key, bytes: Data([UInt8(number)]))
        )
    }

    private let root = SealedRecord(
        kind: .vaultRoot,
        text: SealedText(masterKeyID: "old", bytes: Data([0]))
    )

    /// Runs a re-wrap to its end.
    /// - Parameters:
    ///   - afterBatch: Called with the number of the written batch; may change the records.
    private func run(
        _ records: inout [SealedRecord],
        limit: Int,
        damaged: Set<String> = [],
        afterBatch: (Int, inout [SealedRecord]) -> Void = { _, _ in }
    ) -> (progress: RewrapProgress, order: [String]) {
        var rewrapping = Rewrapping(masterKeyID: "new", total: records.count { $0.text.masterKeyID != "new" })
        var order: [String] = []
        var batches = 0
        while case .read(let kind, let last) = rewrapping.next {
            let page = records.filter { record in
                record.kind == kind && record.text.masterKeyID != "new" && last.map { $0.id < record.id } ?? true
            }
            .sorted { $0.id < $1.id }
            .prefix(limit)
            let changes = rewrapping.accept(Array(page)) { record in
                damaged.contains(record.id)
                    ? nil : Resealing(record: record, text: SealedText(masterKeyID: "new", bytes: record.text.bytes))
            }
            guard !changes.isEmpty else { continue }
            var count = 0
            for change in changes {
                guard let index = records.firstIndex(of: change.record) else { continue }
                records[index].text = change.text
                order.append(change.record.kind == .vaultRoot ? "root" : change.record.id)
                count += 1
            }
            rewrapping.recordWritten(count)
            batches += 1
            afterBatch(batches, &records)
        }
        return (rewrapping.progress, order)
    }

    @Test(arguments: [1, 2, 3, 100]) func everyRecordIsSealedAgainAndTheRootLast(limit: Int) {
        var records = [root, secret(3), secret(1), secret(2, "new"), secret(7)]
        let (progress, order) = run(&records, limit: limit)
        #expect(order == ["secret 1", "secret 3", "secret 7", "root"])
        #expect(progress == RewrapProgress(masterKeyID: "new", done: 4, total: 4))
    }

    @Test func aStoreWithoutWorkEndsAtOnce() {
        var records = [secret(1, "new")]
        #expect(run(&records, limit: 10).progress == RewrapProgress(masterKeyID: "new", done: 0, total: 0))
    }

    @Test func recordsAddedMeanwhileAreSealedToo() {
        var records = [root, secret(5), secret(6)]
        let (progress, order) = run(&records, limit: 1) { batch, records in
            // One record before the current position, and one after it.
            if batch == 2 { records += [secret(1), secret(9)] }
        }
        #expect(order == ["secret 5", "secret 6", "secret 9", "root", "secret 1"])
        #expect(progress == RewrapProgress(masterKeyID: "new", done: 5, total: 5))
    }

    @Test func damagedRecordsAreNamedOnceAndDoNotStopTheOthers() {
        var records = [root, secret(1), secret(2), secret(3)]
        let (progress, order) = run(&records, limit: 1, damaged: ["secret 1", "secret 3"])
        #expect(order == ["secret 2", "root"])
        #expect(progress == RewrapProgress(masterKeyID: "new", done: 2, total: 4, damaged: ["secret 1", "secret 3"]))
    }

    @Test func aRecordThatChangesWhileItIsSealedIsSealedAgain() {
        let records = [secret(1), secret(2)]
        var rewrapping = Rewrapping(masterKeyID: "new", total: 2)
        #expect(rewrapping.next == .read(.secret, after: nil))
        let reseal = { (record: SealedRecord) in Resealing(record: record, text: record.text) }
        #expect(rewrapping.accept(records, resealing: reseal).count == 2)
        rewrapping.recordWritten(1)
        // The end of the secrets, then the root, which is missing, then the next pass.
        #expect(rewrapping.next == .read(.secret, after: records[1]))
        #expect(rewrapping.accept([], resealing: reseal).isEmpty)
        #expect(rewrapping.next == .read(.vaultRoot, after: nil))
        #expect(rewrapping.accept([], resealing: reseal).isEmpty)
        #expect(rewrapping.next == .read(.secret, after: nil))
        #expect(rewrapping.accept([records[1]], resealing: reseal).count == 1)
        rewrapping.recordWritten(1)
        #expect(rewrapping.progress == RewrapProgress(masterKeyID: "new", done: 2, total: 2))
    }
}
