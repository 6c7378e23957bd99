import Foundation
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

@testable import StorageSQLite

/// The statements of an erasure, which must find an owner's rows without reading those of others.
@Suite(.timeLimit(.minutes(1))) struct ErasurePlanTests: ErasureFixture {
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
        let statements = try await store.statements {
            #expect(try await store.holdsData(of: owner))
            try await store.beginErasure(scope, of: owner, at: start)
            let count = try await store.erase(scope, of: owner)
            #expect(count.conversations >= 4 && count.runs >= 6)
            #expect(try await store.endErasure(scope, of: owner, audit: .none))
        }
        let steps = try await store.steps(of: statements)
        #expect(steps.contains { $0.hasPrefix("SEARCH run USING") && $0.contains("INDEX runOfConversation") })
        #expect(steps.contains { $0.hasPrefix("SEARCH run USING INDEX runApart") })
        #expect(steps.contains { $0.hasPrefix("SEARCH run USING INDEX endedCallOfClient") })
        let scans = steps.filter { step in
            ["run", "conversation", "lateOutput", "healthSample", "device"].contains { step.hasPrefix("SCAN \($0) ") }
        }
        #expect(scans == [])
    }
}
