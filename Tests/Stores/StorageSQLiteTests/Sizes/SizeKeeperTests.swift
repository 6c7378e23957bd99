import Foundation
import GRDB
import OwnerLiterals
import SeededRandom
import Storage
import StorageFixtures
import Testing

@testable import StorageSQLite

/// The sizes that a store has in memory, which are those of its rows whatever is written.
@Suite(.timeLimit(.minutes(2))) struct SizeKeeperTests: SizeFixture {
    private struct Failure: Error {}

    private static let owners: [Owner] = ["alice", "app", "app/anna", "app/ben"]

    private static func conversation(_ number: Int, of owner: Owner) -> String { "conv \(owner) \(number)" }

    /// Writes something of an owner.
    private func write(of owner: Owner, in store: SQLiteStore, _ random: inout SeededGenerator) async throws {
        let id = Self.conversation(Int.random(in: 0..<3, using: &random), of: owner)
        let run = "run \(owner) \(Int.random(in: 0..<20, using: &random))"
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4:
            // It may not fit, because another write was faster.
            let turn = TurnCommit(
                conversation: conversation(id, owner: owner),
                entries: entries(["1234"]) + entries(["12"], kind: "response"),
                expectedCount: try await store.size(of: id, owner: owner).entries
            )
            let details = TurnDetails(
                run: run,
                model: "m",
                status: .completed,
                createdAt: start,
                endedAt: start,
                content: "12345",
                searchText: "123"
            )
            let record = self.run(run, owner: owner, conversation: id)
            let write = RunWrite(record: record, events: events(from: 0, "1"), turn: turn, details: details)
            _ = try await store.write([write])
        case 4:
            var call = self.run("call of \(run)", owner: owner, conversation: "")
            (call.tool, call.model) = ("work", "")
            _ = try await store.write([RunWrite(record: call, events: events(from: 0, "123"))])
        case 5: _ = try await store.setMetadata(["a": run], of: id)
        case 6: try? await store.createConversation(conversation(id, owner: owner))
        case 7:
            let copy = Self.conversation(Int.random(in: 0..<3, using: &random), of: owner)
            _ = try? await store.copyEntries(of: id, count: 2, to: conversation(copy, owner: owner))
        case 8: _ = try await store.deleteConversation(id)
        case 9: _ = try await store.deleteRun(run)
        case 10:
            if Bool.random(using: &random) {
                _ = try await store.deleteRuns(endedBefore: start + 1, limit: 1)
            } else {
                _ = try await store.deleteConversations(updatedBefore: start + 1, limit: 1)
            }
        default:
            await #expect(throws: Failure.self) {
                try await store.write { db -> Void in
                    try db.execute(sql: "UPDATE conversation SET byteCount = byteCount + 1; DELETE FROM run")
                    throw Failure()
                }
            }
        }
    }

    private func erase(_ owner: Owner, in store: SQLiteStore) async throws {
        try await store.beginErasure(.everything, of: owner, at: start)
        _ = try await store.erase(.everything, of: owner)
        _ = try await store.endErasure(.everything, of: owner, audit: .none)
    }

    /// Compares the sizes of an owner with its rows.
    private func check(_ owner: Owner, in store: SQLiteStore) async throws {
        for number in 0..<4 {
            let conversation = number == 3 ? nil : Self.conversation(number, of: owner)
            let keys = KeptSizes.Key.keys(of: conversation, owner: owner)
            let rows = try await store.read { db in try db.sizes(of: keys) }
            let size = try await store.size(of: conversation, owner: owner)
            #expect(size == StoredSize(rows, of: conversation, owner: owner))
        }
    }

    @Test(arguments: [true, false])
    func aSizeIsThatOfTheRowsAfterAnyWrite(isInMemory: Bool) async throws {
        try await TemporaryFolder().with { folder in
            let store = try SQLiteStore(path: isInMemory ? nil : folder + "/torii.sqlite", isSole: true)
            var random = SeededGenerator(seed: 1)
            for round in 1...max(10, RandomRounds.count / 10) {
                let owner = Self.owners[Int.random(in: 0..<4, using: &random)]
                try await write(of: owner, in: store, &random)
                // A few, because more of them would wait for each other.
                if [30, 60, 90].contains(round) { try await erase(owner, in: store) }
                try await check(owner, in: store)
                try await check(Self.owners[Int.random(in: 0..<4, using: &random)], in: store)
            }
            for owner in Self.owners { try await check(owner, in: store) }
        }
    }

    @Test func writesAtOnceLeaveTheSizesOfTheRows() async throws {
        try await TemporaryFolder().with { folder in
            let store = try SQLiteStore(path: folder + "/torii.sqlite", isSole: true)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seed in 0..<4 {
                    group.addTask {
                        var random = SeededGenerator(seed: UInt64(seed))
                        for _ in 0..<max(3, RandomRounds.count / 40) {
                            let owner = Self.owners[Int.random(in: 0..<4, using: &random)]
                            try await write(of: owner, in: store, &random)
                            _ = try await store.size(of: Self.conversation(0, of: owner), owner: owner)
                        }
                        if seed == 0 { try await erase("app", in: store) }
                    }
                }
                try await group.waitForAll()
            }
            for owner in Self.owners { try await check(owner, in: store) }
        }
    }

    /// The number of statements of a connection, which performs one after the other.
    private final class Statements: @unchecked Sendable {
        var count = 0
    }

    @Test(arguments: ["alice", "app/anna"] as [Owner])
    func onlyTheFirstTurnReadsSizes(owner: Owner) async throws {
        let store = try SQLiteStore(path: nil)
        let statements = Statements()
        try await store.write { db in
            db.trace { event in
                if case .statement = event { statements.count += 1 }
            }
        }
        let former = statements.count
        #expect(try await store.size(of: nil, owner: owner).clientBytes == 0)
        #expect(statements.count > former)
        for count in 0..<3 {
            try await store.commitTurn(
                conversation("c", owner: owner),
                appending: entries(["1"]),
                expectedCount: count
            )
            let former = statements.count
            let size = try await store.size(of: "c", owner: owner)
            #expect(size.owner == owner && size.turns == count + 1 && size.clientBytes == count + 1)
            #expect(try await store.size(of: nil, owner: owner).clientBytes == count + 1)
            #expect(statements.count == former)
        }
    }

    @Test func aStoreThatIsNotAloneReadsEachSize() async throws {
        try await TemporaryFolder().with { folder in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            let other = try SQLiteStore(path: folder + "/torii.sqlite")
            for count in 0..<2 {
                #expect(try await store.size(of: "c", owner: "alice").turns == count)
                try await other.commitTurn(conversation("c"), appending: entries(["1"]), expectedCount: count)
            }
            #expect(try await store.size(of: "c", owner: "alice").clientBytes == 2)
        }
    }
}
