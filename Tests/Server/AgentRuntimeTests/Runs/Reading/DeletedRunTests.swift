import AgentWire
import Foundation
import OwnerLiterals
import Storage
import StorageSQLite
import Testing

@testable import AgentRuntime

/// A stored run that is deleted while it is read.
@Suite(.timeLimit(.minutes(1))) struct DeletedRunTests {
    @Test(arguments: [true, false])
    func anIncompleteStreamDoesNotEndAsACompleteOne(isDeleted: Bool) async throws {
        let store = try SQLiteStore(path: nil)
        let time = Date(timeIntervalSince1970: 1_795_000_000)
        let record = RunRecord(
            id: "r",
            owner: "alice",
            conversation: "",
            model: "",
            tool: "work",
            status: .completed,
            request: "{}",
            createdAt: time,
            updatedAt: time
        )
        // More chunks than one read of the store returns.
        for number in 0..<20 {
            var lines: [UInt8] = []
            RunEventLine.append(.toolProgress(item: 0, call: "direct", fraction: nil, note: "\(number)"), to: &lines)
            let chunk = RunEventChunk(first: number, count: 1, lines: lines)
            _ = try await store.write([RunWrite(record: record, events: chunk)])
        }
        let reader = RunReader(stored: "r", store: store)
        guard case .events = try await reader.next() else {
            Issue.record("there are no events")
            return
        }
        if isDeleted {
            #expect(try await store.deleteCalls(endedBefore: time + 1, limit: 1) == 1)
            await #expect(throws: RunReaderLost.self) { while case .events = try await reader.next() {} }
        } else {
            var news = try await reader.next()
            while case .events = news { news = try await reader.next() }
            #expect(news == .over)
        }
    }
}
