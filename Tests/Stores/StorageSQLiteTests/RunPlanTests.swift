import Foundation
import GRDB
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

@testable import StorageSQLite

/// The statements on runs, which must find them by partial indexes and must not slow down each change for that.
@Suite(.timeLimit(.minutes(1))) struct RunPlanTests: SizeFixture {
    /// Work of a store, with the partial indexes by which it finds runs.
    struct Work: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let indexes: [String]
        let perform: @Sendable (SQLiteStore) async throws -> Void

        init(_ name: String, _ indexes: String..., perform: @escaping @Sendable (SQLiteStore) async throws -> Void) {
            testDescription = name
            self.indexes = indexes
            self.perform = perform
        }
    }

    private static let past = Date(timeIntervalSince1970: 0)

    static let works: [Work] = [
        Work("runs that processes have left", "unfinishedRun") { store in
            _ = try await store.unfinishedRuns(of: SoleLease().leftWork)
        },
        Work("numbers of unfinished runs", "unfinishedRun") { store in
            _ = try await store.countsOfUnfinishedRuns(besides: nil)
        },
        Work("numbers of ended runs", "endedRun", "endedCall") { store in
            _ = try await store.countsOfRuns(endedSince: past, except: [])
        },
        Work("expired runs", "endedRun") { store in _ = try await store.deleteRuns(endedBefore: past, limit: 1) },
        Work("expired calls", "endedCall") { store in _ = try await store.deleteCalls(endedBefore: past, limit: 1) },
        Work("surplus calls", "endedCallOfClient") { store in
            var call = RunPlanTests().run("1", conversation: "")
            call.tool = "work"
            _ = try await store.write([RunWrite(record: call)])
            try await store.write { db in try db.execute(sql: "UPDATE clientSize SET callCount = 100000") }
            call.id = "2"
            _ = try await store.write([RunWrite(record: call)])
        },
    ]

    @Test(arguments: works) func runsAreFoundByIndexes(work: Work) async throws {
        let store = try SQLiteStore(path: nil)
        let steps = try await store.steps(of: store.statements { try await work.perform(store) })
        for index in work.indexes { #expect(steps.contains { $0.contains("run USING INDEX \(index) ") }, "\(steps)") }
        #expect(!steps.contains { $0.hasPrefix("SCAN run in: ") }, "\(steps)")
    }

    /// A table costs as much as the rest of a statement that changes one row.
    @Test(arguments: ["alice", "app/anna"] as [Owner]) func turnsOpenNoTablesInMemory(owner: Owner) async throws {
        let store = try SQLiteStore(path: nil)
        let opened = conversation("c", owner: owner)
        let turn = TurnCommit(conversation: opened, entries: entries(["1"]), expectedCount: 0)
        let ended = run("r", owner: owner)
        var started = ended
        started.status = .running
        let writes = [
            RunWrite(record: started, opening: opened),
            RunWrite(record: ended, events: events(from: 0, "1"), turn: turn),
        ]
        let statements = try await store.statements { _ = try await store.write(writes) }
        let changes = statements.filter { $0.hasPrefix("INSERT INTO ") || $0.hasPrefix("UPDATE ") }
        let slow = try await store.read { db in
            try changes.filter { sql in
                try Row.fetchAll(db, sql: "EXPLAIN " + sql).contains { ($0["opcode"] as String) == "OpenEphemeral" }
            }
        }
        #expect(changes.contains { $0.hasPrefix("INSERT INTO run ") })
        #expect(changes.contains { $0.hasPrefix("UPDATE run ") })
        #expect(slow == [])
    }
}
