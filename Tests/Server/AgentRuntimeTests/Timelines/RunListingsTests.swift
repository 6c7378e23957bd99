import AgentWire
import Foundation
import OwnerLiterals
import Storage
import Testing

@testable import AgentRuntime

/// The merge of the runs in memory with those of the store.
@Suite struct RunListingsTests {
    private static let time = Date(timeIntervalSince1970: 1_795_000_000)

    private func stored(_ id: String, _ status: RunStatus, on node: NodeID = .local) -> RunListing {
        RunListing(
            id: id,
            owner: "c",
            node: node,
            model: "m",
            tool: nil,
            status: status,
            createdAt: Self.time,
            updatedAt: Self.time + 2,
            counts: nil
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var live: [(String, RunStatus)]?
        var stored: [(String, RunStatus)]
        var end: String?
        var limit = 10
        var ids: [String]
        var next: String?
        var testDescription: String { "\(live ?? []) + \(stored) to \(end ?? "the last")" }
    }

    @Test(arguments: [
        Case(live: [], stored: [], ids: []),
        Case(live: [("5", .running)], stored: [("3", .completed)], ids: ["5", "3"]),
        // Each run once: the store is behind for a run that has not ended.
        Case(live: [("5", .waiting)], stored: [("5", .running), ("3", .failed)], ids: ["5", "3"]),
        // It is ahead for a run that has ended since memory was read.
        Case(live: [("5", .running)], stored: [("5", .completed)], ids: ["5"]),
        // An ended call that the store does not have yet.
        Case(live: [("5", .completed)], stored: [], ids: ["5"]),
        // Unfinished runs of the store are not shown beside a server, because memory decides.
        Case(live: [], stored: [("4", .running), ("3", .completed)], ids: ["3"]),
        Case(live: nil, stored: [("4", .running), ("3", .completed)], ids: ["4", "3"]),
        // The store has looked only down to an id: runs below it belong to the next page.
        Case(live: [("9", .queued), ("2", .running)], stored: [("7", .failed)], end: "5", ids: ["9", "7"], next: "5"),
        Case(live: [], stored: [], end: "5", ids: [], next: "5"),
        Case(
            live: [("9", .running), ("8", .running), ("1", .running)],
            stored: [("7", .failed), ("6", .failed)],
            limit: 3,
            ids: ["9", "8", "7"],
            next: "7"
        ),
        Case(live: [], stored: [("7", .failed), ("6", .failed)], limit: 2, ids: ["7", "6"]),
    ])
    func eachRunIsOnOnePage(_ example: Case) {
        let page = RunListings.merge(
            live: example.live?.map { stored($0.0, $0.1).wire },
            stored: RunListPage(runs: example.stored.map { stored($0.0, $0.1) }, endID: example.end),
            limit: example.limit
        ) { _ in
            example.live == nil
        }
        #expect(page.runs.map(\.id) == example.ids)
        #expect(page.next == example.next)
    }

    @Test func unfinishedRunsOfOtherNodesAreShown() {
        let page = RunListings.merge(
            live: [stored("5", .running).wire],
            stored: RunListPage(
                runs: [stored("6", .waiting, on: NodeID("b")), stored("5", .queued), stored("4", .running)],
                endID: nil
            ),
            limit: 9
        ) {
            $0.node != .local
        }
        #expect(page.runs.map(\.id) == ["6", "5"])
    }

    /// A run without recorded times has those of its record.
    @Test func aRunOfAnEarlierVersionHasItsDuration() {
        let run = stored("1", .interrupted).wire
        #expect(run.durationMilliseconds == 2000 && run.queueMilliseconds == nil && run.rounds == 0)
        #expect(stored("1", .waiting).wire.durationMilliseconds == nil)
    }

    @Test func identifiersBoundTimes() {
        for offset in [0.0, 0.001, 1, 86_400] {
            let time = Self.time + offset
            let id = Identifier.make("run", at: time)
            #expect(Identifier.least("run", at: time) <= id)
            #expect(id < Identifier.least("run", at: time + 0.001))
        }
        #expect(Identifier.least("run", at: .distantPast) == "run_" + String(repeating: "0", count: 32))
        var query = RunListings.Query()
        query.until = Self.time
        query.cursor = Identifier.make("run", at: Self.time - 5)
        #expect(query.filter.endID == query.cursor)
        query.cursor = Identifier.make("run", at: Self.time + 5)
        #expect(query.filter.endID == Identifier.least("run", at: Self.time))
    }
}
