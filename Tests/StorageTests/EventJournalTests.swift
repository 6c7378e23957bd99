import Foundation
import Testing

@testable import Storage

@Suite struct EventJournalTests {
    private static let record = RunRecord(
        id: "run_1",
        client: "alice",
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

    @Test func aFileThatBreaksOffAnywhereGivesItsWholeEntries() {
        let whole = Self.bytes(Self.all)
        let ends = (0...Self.all.count).map { Self.bytes(Array(Self.all.prefix($0))).count }
        for cut in 0...whole.count {
            let expected = ends.lastIndex { $0 <= cut } ?? 0
            #expect(JournalFormat.entries(in: Array(whole.prefix(cut))) == Array(Self.all.prefix(expected)))
        }
    }

    /// Version 12 of the store wrote runs without the tool, whose length and text are the last bytes.
    @Test func aRunWithoutAToolIsRead() {
        var record = Self.record
        record.tool = nil
        let entry = Array(Self.bytes([.run(record)]).dropFirst(8).dropLast(8))
        let sum = entry.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        var older: [UInt8] = []
        for number in [UInt32(entry.count), sum] { withUnsafeBytes(of: number.littleEndian) { older += $0 } }
        older += entry
        #expect(JournalFormat.entries(in: older) == [.run(record)])
    }

    @Test func aByteThatIsNotWhatWasWrittenEndsTheReading() {
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

    @Test func whatWasWrittenIsThereForTheNextProcess() async throws {
        try await TemporaryFolder().with { folder async throws in
            func write() throws {
                let journal = try EventJournal(folder: folder)
                try journal.append(Self.all[0])
                try journal.append(Self.all[1])
                #expect(journal.rotate() == 1)
                #expect(journal.rotate() == nil)
                try journal.append(Self.all[2])
            }
            try write()
            let journal = try EventJournal(folder: folder)
            #expect(journal.entries() == Self.all)
            #expect(try mode(of: folder + "/events-1") == 0o600)
            journal.discard(upTo: 1)
            #expect(journal.entries() == [Self.all[2]])
            journal.discardAll()
            #expect(journal.entries().isEmpty)
            // Numbers go on, so that a file is never taken for an earlier one.
            try journal.append(Self.all[0])
            #expect(journal.rotate() == 3)
        }
    }

    @Test func aFolderHasOneJournal() async throws {
        try await TemporaryFolder().with { folder async throws in
            let journal = try EventJournal(folder: folder + "/journal")
            let error = #expect(throws: StoreError.self) { try EventJournal(folder: folder + "/journal") }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("TORII_DATA_DIR") == true)
            try journal.append(Self.all[0])
        }
    }

    @Test(arguments: [true, false]) func whatIsWrittenIsInTheFileAtOnce(mayMap: Bool) async throws {
        try await TemporaryFolder().with { folder async throws in
            let journal = try EventJournal(folder: folder, mayMap: mayMap)
            for (index, entry) in Self.all.enumerated() {
                try journal.append(entry)
                let file = try #require(FileManager.default.contents(atPath: folder + "/events-1"))
                #expect(JournalFormat.entries(in: [UInt8](file)) == Array(Self.all.prefix(index + 1)))
            }
        }
    }

    /// Entries that fill several files, and one that no file of the usual size holds.
    @Test(arguments: [JournalFile.capacity / 3, JournalFile.capacity * 2], [true, false])
    func entriesGoOnInTheNextFile(length: Int, mayMap: Bool) async throws {
        try await TemporaryFolder().with { folder async throws in
            let journal = try EventJournal(folder: folder, mayMap: mayMap)
            let entries = (0..<7).map { index in
                JournalEntry.events(
                    run: "run_1",
                    RunEventChunk(first: index, count: 1, lines: [UInt8](repeating: UInt8(index), count: length))
                )
            }
            for entry in entries { try journal.append(entry) }
            #expect(journal.entries() == entries)
            let last = try #require(journal.rotate())
            #expect(last > 1)
            try journal.append(Self.all[0])
            journal.discard(upTo: last)
            #expect(journal.entries() == [Self.all[0]])
        }
    }

    /// The first append makes a file; the second needs another one, which cannot be made.
    @Test(arguments: [true, false]) func afterAFailureNothingIsWrittenBeforeWhatIsMissing(mayMap: Bool) async throws {
        try await TemporaryFolder().with { folder async throws in
            let journal = try EventJournal(folder: folder + "/journal", mayMap: mayMap)
            try journal.append(Self.all[0])
            try FileManager.default.moveItem(atPath: folder + "/journal", toPath: folder + "/elsewhere")
            let large = JournalEntry.events(
                run: "run_1",
                RunEventChunk(first: 0, count: 1, lines: [UInt8](repeating: 0x61, count: JournalFile.capacity))
            )
            for entry in [large, Self.all[1]] {
                let error = #expect(throws: StoreError.self) { try journal.append(entry) }
                #expect(error?.message.contains("cannot be written: No such file or directory") == true)
            }
            try FileManager.default.moveItem(atPath: folder + "/elsewhere", toPath: folder + "/journal")
            try journal.append(Self.all[2])
            #expect(journal.entries() == [Self.all[0], Self.all[2]])
        }
    }
}
