import AgentWire
import Foundation
import Logging
import OwnerLiterals
import Storage
import StorageSQLite
import Synchronization
import Testing

@testable import AgentRuntime

/// The amount that the writer stores in one transaction.
@Suite(.timeLimit(.minutes(1))) struct RunWriterTests {
    /// Records the bytes of events of each transaction, and their runs.
    private final class Recorder: RunStore {
        let transactions = Mutex<[[(run: String, bytes: Int)]]>([])
        /// The runs with which a transaction fails.
        let refused = Mutex<Set<String>>([])
        private let store: any Store

        init() throws { store = try SQLiteStore(path: nil) }

        func write(_ writes: [RunWrite]) async throws -> Set<String> {
            let ids = Set(writes.map(\.record.id))
            guard refused.withLock({ $0.isDisjoint(with: ids) }) else { throw StoreError(.full, "The disk is full.") }
            transactions.withLock { $0.append(writes.map { ($0.record.id, $0.events?.lines.count ?? 0) }) }
            return try await store.write(writes)
        }
        func verifyWritable() async throws {}
        func run(_ id: String) async throws -> RunRecord? { try await store.run(id) }
        func run(of owner: Owner, idempotencyKey: String) async throws -> RunRecord? { nil }
        func saveKeyedAnswer(_ decision: KeyedAnswer) async throws {}
        func keyedAnswer(of owner: Owner, idempotencyKey: String) async throws -> KeyedAnswer? { nil }
        func unfinishedRuns(of left: LeftWork) async throws -> [RunRecord] { try await store.unfinishedRuns(of: left) }
        func unfinishedRuns(
            besides node: NodeID,
            of owner: Owner?,
            in conversation: String?,
            after id: String?,
            limit: Int
        ) async throws -> [RunRecord] {
            try await store.unfinishedRuns(besides: node, of: owner, in: conversation, after: id, limit: limit)
        }
        func countsOfUnfinishedRuns(besides node: NodeID?) async throws -> [RunStatus: Int] {
            try await store.countsOfUnfinishedRuns(besides: node)
        }
        func runs(of conversation: String, after place: RunSummary?, limit: Int) async throws -> [RunSummary] { [] }
        func latestStatuses(of conversations: [String]) async throws -> [String: RunStatus] { [:] }
        func runs(matching filter: RunFilter, limit: Int, lookingAt lookLimit: Int) async throws -> RunListPage {
            RunListPage(runs: [], endID: nil)
        }
        func timeline(of run: String) async throws -> RunTimelineRecord? { nil }
        func countsOfRuns(endedSince time: Date, except ids: [String]) async throws -> [RunStatus: Int] { [:] }
        func events(of run: String, from sequence: Int, limit: Int) async throws -> [RunEventChunk] {
            try await store.events(of: run, from: sequence, limit: limit)
        }
        func deleteRuns(endedBefore time: Date, limit: Int) async throws -> Int { 0 }
        func deleteRun(_ id: String) async throws -> Bool { false }
        func deleteCalls(endedBefore time: Date, limit: Int) async throws -> Int { 0 }
    }

    private func run(_ id: String, pieces: Int) -> LiveRun {
        let identity = LiveRun.Identity(
            id: id,
            owner: "alice",
            conversation: "",
            model: "m",
            request: "{}",
            idempotencyKey: nil,
            createdAt: Date(timeIntervalSince1970: 1_795_000_000),
            deadline: nil
        )
        let run = LiveRun(identity, outlivesReaders: true)
        for _ in 0..<pieces { run.append(.textDelta(item: 0, text: String(repeating: "x", count: 64 * 1024))) }
        return run
    }

    private func withWriter(
        on runs: [LiveRun],
        messages: Messages = Messages(),
        _ body: @Sendable (RunWriter, Recorder) async throws -> Void
    ) async throws -> Recorder {
        let store = try Recorder()
        let logger = Logger(label: "test", factory: { _ in MessageLog(messages: messages) })
        let writer = RunWriter(store: store, journal: nil, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await writer.work(on: { runs }) }
            try await body(writer, store)
            writer.stop()
        }
        return store
    }

    @Test func oneRunsEventsNeedSeveralTransactions() async throws {
        let large = run("large", pieces: 160)
        let small = run("small", pieces: 1)
        let store = try await withWriter(on: [large, small]) { writer, _ in await writer.flush() }
        #expect(large.unstoredBytes == 0 && small.unstoredBytes == 0)
        let transactions = store.transactions.withLock { $0 }
        for transaction in transactions { #expect(transaction.reduce(0) { $0 + $1.bytes } <= 3 << 20) }
        // The small run does not wait for all of the large one.
        #expect((transactions.firstIndex { $0.contains { $0.run == "small" } } ?? .max) <= 1)
        #expect(transactions.count >= 10)
        let chunks = try await store.events(of: "large", from: 0, limit: .max)
        #expect(chunks.reduce(0) { $0 + $1.count } == 160)
        #expect(chunks.flatMap(\.lines).count == large.end.offset)
    }

    @Test func anEndIsStoredAfterItsEvents() async throws {
        let large = run("large", pieces: 64)
        let store = try await withWriter(on: []) { writer, _ in
            let ending = LiveRun.Ending(status: .failed, events: [.failed(Problem(.internalError, detail: "x"))])
            guard case .stored = await writer.end(large, ending, at: Date(timeIntervalSince1970: 1_795_000_001)) else {
                Issue.record("not stored")
                return
            }
        }
        for transaction in store.transactions.withLock({ $0 }) {
            #expect(transaction.reduce(0) { $0 + $1.bytes } <= 3 << 20)
        }
        #expect(try await store.run("large")?.status == .failed)
        #expect(try await store.events(of: "large", from: 0, limit: .max).reduce(0) { $0 + $1.count } == 65)
    }

    /// The others' success does not mean that all runs are stored.
    @Test func runsAreStoredAgainOnceNoEndIsOwed() async throws {
        let (bad, good) = (run("bad", pieces: 1), run("good", pieces: 1))
        let messages = Messages()
        _ = try await withWriter(on: [], messages: messages) { writer, store in
            let ending = LiveRun.Ending(status: .failed, events: [.failed(Problem(.internalError, detail: "x"))])
            let time = Date(timeIntervalSince1970: 1_795_000_001)
            store.refused.withLock { $0 = ["bad"] }
            _ = await writer.end(bad, ending, at: time)
            writer.owe(bad.final(ending, at: time))
            _ = await writer.end(good, ending, at: time)
            #expect(messages.texts.withLock { $0 } == ["Runs could not be stored"])
            store.refused.withLock { $0 = [] }
            await writer.flush()
            #expect(!writer.isInDebt)
            #expect(messages.texts.withLock { $0 }.last == "Runs are stored again")
        }
    }

    /// A store that fails each second would fill the log.
    @Test func failuresAreLoggedOnceAMinute() {
        var log = FailureLog()
        let start = ContinuousClock.now
        let found = (0..<120).map { log.failed(2, at: start + .seconds($0)) }
        #expect(found.compactMap(\.self) == [2, 120] && found[60] == 120)
        let isTold = [log.succeeded(), log.succeeded()]
        #expect(isTold == [true, false])
        // A fault that comes and goes is told as seldom.
        let again = log.failed(1, at: start + .seconds(119))
        #expect(again == nil && !log.succeeded())
        let last = log.failed(1, at: start + .seconds(120))
        #expect(last == 120)
        // One that comes back after a long time has its own number.
        let unlogged = log.failed(10, at: start + .seconds(125))
        let isOver = log.succeeded()
        let later = log.failed(1, at: start + .seconds(7 * 86_400))
        #expect(unlogged == nil && isOver && later == 1)
    }
}

/// The messages of a log.
private final class Messages: Sendable {
    let texts = Mutex<[String]>([])
}

private struct MessageLog: LogHandler {
    let messages: Messages
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let text = "\(event.message)"
        messages.texts.withLock { $0.append(text) }
    }
}
