import Foundation
import OwnerLiterals
import Storage
import Testing

@testable import StorageSQLite

@Suite struct FileJournalTests {
    private static let record = RunRecord(
        id: "run_1",
        owner: "alice",
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

    @Test func entriesAreReadByTheNextProcess() async throws {
        try await TemporaryFolder().with { folder async throws in
            func write() throws {
                let journal = try FileJournal(folder: folder)
                try journal.append(Self.all[0])
                try journal.append(Self.all[1])
                #expect(journal.beginSection() == 1)
                #expect(journal.beginSection() == nil)
                try journal.append(Self.all[2])
            }
            try write()
            let journal = try FileJournal(folder: folder)
            #expect(journal.entries() == Self.all)
            #expect(try mode(of: folder + "/events-1") == 0o600)
            journal.discard(through: 1)
            #expect(journal.entries() == [Self.all[2]])
            journal.discardAll()
            #expect(journal.entries().isEmpty)
            // No number is used twice, so a file is never mistaken for an earlier one.
            try journal.append(Self.all[0])
            #expect(journal.beginSection() == 3)
        }
    }

    @Test func aFolderHasOneJournal() async throws {
        try await TemporaryFolder().with { folder async throws in
            let journal = try FileJournal(folder: folder + "/journal")
            let error = #expect(throws: StoreError.self) { try FileJournal(folder: folder + "/journal") }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("TORII_DATA_DIR") == true)
            try journal.append(Self.all[0])
        }
    }

    @Test(arguments: [true, false]) func anEntryIsInTheFileImmediately(mayMap: Bool) async throws {
        try await TemporaryFolder().with { folder async throws in
            let journal = try FileJournal(folder: folder, mayMap: mayMap)
            for (index, entry) in Self.all.enumerated() {
                try journal.append(entry)
                let file = try #require(FileManager.default.contents(atPath: folder + "/events-1"))
                #expect(JournalFormat.entries(in: [UInt8](file)) == Array(Self.all.prefix(index + 1)))
            }
        }
    }

    /// Entries that fill several files, and one that no file of the usual size holds.
    @Test(arguments: [JournalFile.capacity / 3, JournalFile.capacity * 2], [true, false])
    func entriesContinueInTheNextFile(length: Int, mayMap: Bool) async throws {
        try await TemporaryFolder().with { folder async throws in
            let journal = try FileJournal(folder: folder, mayMap: mayMap)
            let entries = (0..<7).map { index in
                JournalEntry.events(
                    run: "run_1",
                    RunEventChunk(first: index, count: 1, lines: [UInt8](repeating: UInt8(index), count: length))
                )
            }
            for entry in entries { try journal.append(entry) }
            #expect(journal.entries() == entries)
            let last = try #require(journal.beginSection())
            #expect(last > 1)
            try journal.append(Self.all[0])
            journal.discard(through: last)
            #expect(journal.entries() == [Self.all[0]])
        }
    }

    @Test(arguments: [true, false]) func reservedSpaceIsUsedByTheNextEntry(mayMap: Bool) async throws {
        try await TemporaryFolder().with { folder async throws in
            let journal = try FileJournal(folder: folder + "/journal", mayMap: mayMap)
            for _ in 0..<3 { try journal.reserve() }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder + "/journal").sorted() == [
                    "events-1", "lock",
                ]
            )
            #expect(journal.entries().isEmpty && journal.beginSection() == nil)
            try journal.append(Self.all[0])
            #expect(journal.entries() == [Self.all[0]])
            #expect(journal.beginSection() == 1)
            try FileManager.default.moveItem(atPath: folder + "/journal", toPath: folder + "/elsewhere")
            let error = #expect(throws: StoreError.self) { try journal.reserve() }
            #expect(error?.message.contains("No such file or directory") == true)
        }
    }

    /// The first append makes a file; the second needs another one, which cannot be made.
    @Test(arguments: [true, false]) func noEntryFollowsAnIncompleteOneInAFile(mayMap: Bool) async throws {
        try await TemporaryFolder().with { folder async throws in
            let journal = try FileJournal(folder: folder + "/journal", mayMap: mayMap)
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
