import Foundation
import Storage
import Testing

@testable import Accounts
@testable import KeyVault

@Suite struct ClientDirectoryTests {
    @Test func overlappingChangesOfOneClientReserveSeparateNames() throws {
        var directory = ClientDirectory()
        let first = try directory.reserve(ClientName("phone"), for: "one")
        let second = try directory.reserve(ClientName("tablet"), for: "one")
        directory.release(first)
        // The second change is still being stored.
        #expect(throws: AccountsError.self) { _ = try directory.reserve(ClientName("Tablet"), for: "two") }
        let freed = try directory.reserve(ClientName("phone"), for: "two")
        directory.release(second)
        directory.release(freed)
        _ = try directory.reserve(ClientName("tablet"), for: "two")
    }

    private func record(_ id: String, instructions: String? = nil) -> ClientRecord {
        ClientRecord(id: id, name: id, scopes: "chat", instructions: instructions, createdAt: .now, changedAt: .now)
    }

    /// Two readings of the store can end in another order than they began.
    @Test func anOlderListReplacesNoLaterOne() {
        var directory = ClientDirectory()
        directory.replace(with: RevisedList(revision: 3, records: [record("one"), record("two")]))
        directory.replace(with: RevisedList(revision: 2, records: [record("one")]))
        #expect(directory.client("two") != nil)
        directory.replace(with: RevisedList(revision: 4, records: [record("one")]))
        #expect(directory.client("two") == nil)
    }

    /// Earlier versions accepted control characters in instructions; such a client can still be changed.
    @Test func aChangeLeavesTheInstructionsAsTheyAre() throws {
        var record = record("one", instructions: "a\u{C}b")
        try ClientChange(name: "two").apply(to: &record, at: .now)
        #expect(record.name == "two" && record.instructions == "a\u{C}b")
        #expect(throws: AccountsError.self) { try ClientChange(instructions: "a\u{C}c").apply(to: &record, at: .now) }
    }
}
