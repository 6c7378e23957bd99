import Foundation
import OwnerLiterals
import Storage
import Testing

@Suite struct EventJournalConformance {
    private static let run = JournalEntry.run(
        RunRecord(
            id: "run_1",
            owner: "alice",
            conversation: "conv_1",
            model: "phrasebook",
            status: .running,
            request: #"{"message":"昨日"}"#,
            idempotencyKey: "k",
            createdAt: Date(timeIntervalSince1970: 1_795_000_000.125),
            updatedAt: Date(timeIntervalSince1970: 1_795_000_000.126)
        )
    )

    private static func events(_ first: Int, _ lines: String) -> JournalEntry {
        let count = lines.utf8.count { $0 == UInt8(ascii: "\n") }
        return .events(run: "run_1", RunEventChunk(first: first, count: count, lines: Array(lines.utf8)))
    }

    private static let all = [run, events(0, "a {}\nb {}\n"), events(2, "c {}\n")]

    @Test(arguments: JournalOpener.allCases)
    func entriesOutliveTheirWriter(opener: JournalOpener) async throws {
        try await opener.withJournal { open async throws in
            func write() throws {
                let journal = try open()
                for entry in Self.all { try journal.append(entry) }
            }
            try write()
            #expect(try open().entries() == Self.all)
        }
    }

    @Test(arguments: JournalOpener.allCases)
    func discardedSectionsAreGone(opener: JournalOpener) async throws {
        try await opener.withJournal { open async throws in
            func write() throws -> Int? {
                let journal = try open()
                #expect(journal.beginSection() == nil)
                try journal.append(Self.all[0])
                try journal.append(Self.all[1])
                let first = journal.beginSection()
                #expect(journal.beginSection() == nil)
                try journal.append(Self.all[2])
                return first
            }
            let first = try #require(try write())
            let journal = try open()
            #expect(journal.entries() == Self.all)
            journal.discard(through: first)
            #expect(journal.entries() == [Self.all[2]])
            journal.discardAll()
            #expect(journal.entries().isEmpty)
            // No number is used twice, so a section is never mistaken for an earlier one.
            try journal.append(Self.all[0])
            #expect(try #require(journal.beginSection()) > first)
        }
    }
}
