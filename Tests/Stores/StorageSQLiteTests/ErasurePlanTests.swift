import Foundation
import GRDB
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

@testable import StorageSQLite

/// The statements of an erasure, which must find an owner's rows without reading those of others.
@Suite(.timeLimit(.minutes(1))) struct ErasurePlanTests: ErasureFixture {
    /// The statements that a connection has executed, with their arguments.
    ///
    /// It is used by the one connection of a database in memory, which performs one statement after the other.
    private final class Statements: @unchecked Sendable {
        var all: Set<String> = []
    }

    @Test(arguments: ["alice", "app", "app/anna"] as [Owner], ErasureScope.allCases)
    func noStatementScansTheRuns(owner: Owner, scope: ErasureScope) async throws {
        let store = try SQLiteStore(path: nil)
        for other in ["alice", "app", "app/anna", "app/ben", "bob"] as [Owner] {
            for number in 0..<3 { try await self.store(number, of: other, hasDetails: true, in: store) }
            // One conversation and one run that need transactions of their own.
            try await self.store(3, of: other, entries: 40, bytes: 60_000, in: store)
            var run = try #require(try await store.run("run-\(other)-0"))
            (run.id, run.conversation) = ("alone \(other)", "")
            var call = run
            (call.id, call.tool) = ("call \(other)", "work")
            let lines = [UInt8](repeating: 10, count: 2 << 20)
            let events = RunEventChunk(first: 0, count: 1, lines: lines)
            _ = try await store.write([RunWrite(record: run, events: events), RunWrite(record: call)])
            _ = try await store.storeHealthSamples(samples(10), of: other, limit: nil)
        }
        let statements = Statements()
        try await store.write { db in
            db.trace { event in
                if case .statement(let statement) = event { statements.all.insert(statement.expandedSQL) }
            }
        }
        #expect(try await store.holdsData(of: owner))
        try await store.beginErasure(scope, of: owner, at: start)
        let count = try await store.erase(scope, of: owner)
        #expect(count.conversations >= 4 && count.runs >= 6)
        #expect(try await store.endErasure(scope, of: owner, audit: .none))
        let steps = try await store.write { db in
            db.trace(nil)
            let words = ["SELECT", "DELETE", "UPDATE", "INSERT"]
            return try statements.all.filter { sql in words.contains { sql.hasPrefix($0) } }.flatMap { sql in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql).map { "\($0["detail"] as String) in: \(sql)" }
            }
        }
        #expect(steps.contains { $0.hasPrefix("SEARCH run USING") && $0.contains("INDEX runOfConversation") })
        #expect(steps.contains { $0.hasPrefix("SEARCH run USING INDEX runApart") })
        #expect(steps.contains { $0.hasPrefix("SEARCH run USING INDEX endedCallOfClient") })
        let scans = steps.filter { step in
            ["run", "conversation", "lateOutput", "healthSample", "device"].contains { step.hasPrefix("SCAN \($0) ") }
        }
        #expect(scans == [])
    }
}
