import AgentWire
import Foundation
import Logging
import OwnerLiterals
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import AgentRuntime

@Suite struct LeftRunsTests {
    private let time = Date(timeIntervalSince1970: 1_795_000_000)

    private func record(_ id: String, _ status: RunStatus = .running, events: Int = 0) -> RunRecord {
        RunRecord(
            id: id,
            owner: "alice",
            conversation: "c",
            model: "m",
            status: status,
            request: "{}",
            eventCount: events,
            createdAt: time,
            updatedAt: time
        )
    }

    private func chunk(_ range: Range<Int>) -> RunEventChunk {
        var lines: [UInt8] = []
        for number in range { RunEventLine.append(.textDelta(item: 0, text: "\(number)"), to: &lines) }
        return RunEventChunk(first: range.lowerBound, count: range.count, lines: lines)
    }

    private func types(_ write: RunWrite?) -> [String] {
        RunEventLine.events(in: write?.events?.lines ?? []).map { event in
            if case .textDelta(_, let text) = event { return text }
            return NativeEvent(event)?.type ?? ""
        }
    }

    @Test func aRunOfTheStoreIsInterruptedAfterItsEvents() throws {
        var left = LeftRuns(stored: [record("r", events: 3)])
        // One chunk overlaps the stored events, one is repeated, and one leaves a gap.
        for range in [1..<4, 4..<6, 4..<6, 5..<7, 9..<10] { left.apply(.events(run: "r", chunk(range))) }
        let write = try #require(left.runs.first?.interrupted(at: time))
        #expect(write.record.status == .interrupted)
        #expect(write.events?.first == 3)
        #expect(types(write) == ["3", "4", "5", "6", "run.interrupted"])
        #expect(write.events?.count == 5)
    }

    @Test func aRunOnlyInTheJournal() throws {
        var left = LeftRuns(stored: [])
        left.apply(.events(run: "unknown", chunk(0..<2)))
        left.apply(.run(record("r")))
        left.apply(.events(run: "r", chunk(0..<2)))
        #expect(left.runs.count == 1)
        #expect(left.runs.first?.isOnlyInJournal == true)
        #expect(types(left.runs.first?.interrupted(at: time)) == ["0", "1", "run.interrupted"])
    }

    @Test func aRunWithoutEventsGetsAStartAndAnEnd() {
        let left = LeftRuns(stored: [record("r", .queued)])
        #expect(types(left.runs.first?.interrupted(at: time)) == ["run.started", "run.interrupted"])
    }

    @Test(arguments: [RunStatus.completed, .failed, .cancelled, .interrupted])
    func aRunWhoseEndIsStoredIsLeftAlone(status: RunStatus) {
        var left = LeftRuns(stored: [])
        left.apply(.run(record("r")))
        left.apply(.events(run: "r", chunk(0..<2)))
        left.merge(record("r", status, events: 5))
        #expect(left.runs.first?.interrupted(at: time) == nil)
    }

    @Test func aWaitingRunKeepsWaiting() throws {
        var left = LeftRuns(stored: [record("r", .waiting, events: 1)])
        left.apply(.events(run: "r", chunk(1..<2)))
        let write = try #require(left.runs.first?.interrupted(at: time))
        #expect(write.record.status == .waiting)
        #expect(types(write) == ["1"])
    }

    /// Whether the store has the run, its last event in the journal, and its status at the end.
    @Test(
        arguments: [true, false],
        [
            (RunEvent.completed(usage: WireUsage(inputTokens: 0, outputTokens: 0)), RunStatus.completed),
            (.failed(Problem(.overloaded, detail: "full")), .failed),
            (.cancelled(.requested, usage: WireUsage(inputTokens: 0, outputTokens: 0)), .cancelled),
            (.interrupted(Problem(.runInterrupted, detail: "stopped")), .interrupted),
        ]
    )
    func aRunWhoseEndWasShownHasThatEnd(isStored: Bool, end: (event: RunEvent, status: RunStatus)) throws {
        var left = LeftRuns(stored: isStored ? [record("r", events: 1)] : [])
        var last = chunk(1..<2)
        RunEventLine.append(end.event, to: &last.lines)
        last.count += 1
        if !isStored {
            left.apply(.run(record("r", end.status)))
            left.apply(.events(run: "r", chunk(0..<1)))
        }
        left.apply(.events(run: "r", last))
        let write = try #require(left.runs.first?.interrupted(at: time))
        #expect(write.record.status == end.status)
        #expect(types(write) == (isStored ? [] : ["0"]) + ["1", NativeEvent(end.event)?.type])
    }

    /// The process was killed while it wrote the events of the end, before any reader received them.
    @Test func aRunWhoseEndWasNotKeptIsInterrupted() throws {
        var left = LeftRuns(stored: [])
        left.apply(.run(record("r", .completed)))
        let write = try #require(left.runs.first?.interrupted(at: time))
        #expect(write.record.status == .interrupted && types(write) == ["run.started", "run.interrupted"])
    }

    /// Two runs of a conversation whose turns both follow what it had: only the first one fits, and none stays unfinished.
    @Test func anEndThatDoesNotFitItsConversationIsStoredWithoutATurn() async throws {
        let store = try SQLiteStore(path: nil)
        var actions = RunActions()
        let action = RequiredAction(
            kind: .clientTool,
            call: "a",
            name: "t",
            arguments: [:],
            deadline: time + 60,
            text: "?"
        )
        let usage = WireUsage(inputTokens: 1, outputTokens: 2)
        actions.open = [RunActions.Open(action: action, modelCall: "a", answer: .answered(.output("x")))]
        actions.suspended = .init(entries: [], historyCount: 0, usage: usage, eventCount: 0)
        for id in ["run_1", "run_2"] {
            var left = record(id)
            left.pendingCalls = actions.text
            _ = try await store.write([RunWrite(record: left)])
        }
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        try await RunCoordinator(store: store, journal: nil, logger: logger).recover()
        for id in ["run_1", "run_2"] { #expect(try await store.run(id)?.status == .interrupted, "\(id)") }
        #expect(try await store.size(of: "c", owner: "alice").entries == 1)
    }
}
