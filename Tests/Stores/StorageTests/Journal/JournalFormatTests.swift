import Foundation
import OwnerLiterals
import Storage
import Testing

@Suite struct JournalFormatTests {
    private static let record = RunRecord(
        id: "run_1",
        owner: "alice",
        worker: Worker(node: NodeID("a"), epoch: 7),
        conversation: "conv_1",
        model: "phrasebook",
        tool: "work",
        status: .running,
        request: #"{"message":"昨日"}"#,
        idempotencyKey: "k",
        createdAt: Date(milliseconds: 1_795_000_000_125),
        updatedAt: Date(milliseconds: 1_795_000_000_126)
    )

    private static let all: [JournalEntry] = [
        .run(record),
        .events(run: "run_1", RunEventChunk(first: 0, count: 2, lines: Array("a {}\nb {}\n".utf8))),
        .events(run: "run_1", RunEventChunk(first: 2, count: 1, lines: Array("c {}\n".utf8))),
    ]

    private static func bytes(_ entries: [JournalEntry]) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries { JournalFormat.append(entry, to: &bytes) }
        return bytes
    }

    @Test func anIncompleteFileHasItsCompleteEntries() {
        let whole = Self.bytes(Self.all)
        let ends = (0...Self.all.count).map { Self.bytes(Array(Self.all.prefix($0))).count }
        for cut in 0...whole.count {
            let expected = ends.lastIndex { $0 <= cut } ?? 0
            #expect(JournalFormat.entries(in: Array(whole.prefix(cut))) == Array(Self.all.prefix(expected)))
        }
    }

    /// Version 24 of the store wrote runs without the worker, which is the last 21 bytes, and version 12 without the length and the text
    /// of the tool before it.
    @Test(arguments: [21, 29])
    func aRunOfAnEarlierVersionIsRead(missing: Int) {
        var record = Self.record
        record.tool = nil
        record.worker = Worker()
        let entry = Array(Self.bytes([.run(record)]).dropFirst(8).dropLast(missing))
        let sum = entry.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        var older: [UInt8] = []
        for number in [UInt32(entry.count), sum] { withUnsafeBytes(of: number.littleEndian) { older += $0 } }
        older += entry
        #expect(JournalFormat.entries(in: older) == [.run(record)])
    }

    @Test func aDamagedByteEndsTheReading() {
        let whole = Self.bytes(Self.all)
        let first = Self.bytes([Self.all[0]]).count
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 0x40
            let entries = JournalFormat.entries(in: damaged)
            #expect(entries.count < Self.all.count)
            #expect(entries == Array(Self.all.prefix(entries.count)))
            if place >= first { #expect(!entries.isEmpty) }
        }
    }
}
