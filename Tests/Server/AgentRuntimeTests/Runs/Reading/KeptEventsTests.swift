import AgentTools
import AgentWire
import Foundation
import Logging
import OwnerLiterals
import ScriptedModels
import Storage
import StorageSQLite
import Synchronization
import Testing

@testable import AgentRuntime

/// Readers of runs whose journal acknowledges events later than they are appended.
@Suite(.timeLimit(.minutes(1))) struct KeptEventsTests {
    /// A journal that keeps entries when the test calls ``keep()``.
    private final class LaterJournal: EventJournal {
        private struct State {
            var acknowledge: (@Sendable (String, Int) -> Void)?
            var pending: [(run: String, count: Int)] = []
        }

        private let state = Mutex(State())
        /// One element for each entry.
        let appended = AsyncStream<Void>.makeStream()

        func append(_ entry: JournalEntry) throws(StoreError) -> JournalKeeping {
            switch entry {
            case .run(let record): state.withLock { $0.pending.append((record.id, 0)) }
            case .events(let run, let chunk): state.withLock { $0.pending.append((run, chunk.end)) }
            }
            appended.continuation.yield()
            return .later
        }

        func onKept(_ acknowledge: @escaping @Sendable (_ run: String, _ eventCount: Int) -> Void) {
            state.withLock { $0.acknowledge = acknowledge }
        }

        /// Keeps what was appended so far.
        func keep() {
            let (acknowledge, pending) = state.withLock { state in
                defer { state.pending = [] }
                return (state.acknowledge, state.pending)
            }
            for (run, count) in pending { acknowledge?(run, count) }
        }

        func reserve() throws(StoreError) {}
        func entries() -> [JournalEntry] { [] }
        func beginSection() -> Int? { nil }
        func discard(through section: Int) {}
        func discardAll() {}
    }

    private static func run(_ appendToJournal: @escaping @Sendable (JournalEntry) -> JournalKeeping) -> LiveRun {
        let identity = LiveRun.Identity(
            id: "run_1",
            owner: "alice",
            conversation: "conv_1",
            model: "m",
            request: "{}",
            idempotencyKey: nil,
            createdAt: Date(timeIntervalSince1970: 1_795_000_000),
            deadline: nil
        )
        return LiveRun(identity, outlivesReaders: true, appendToJournal: appendToJournal)
    }

    /// Returns the numbers of the new events; `nil` for other news.
    private func numbers(_ news: RunNews) -> [Int]? {
        guard case .events(let lines, let first) = news else { return nil }
        return RunEventLine.events(in: lines).indices.map { first + $0 }
    }

    private func token(_ number: Int) -> RunEvent { .textDelta(item: 0, text: "token \(number)") }

    @Test func aReaderThatCanComeBackSeesNothingBeforeItIsKept() throws {
        let run = Self.run { _ in .later }
        let store = try SQLiteStore(path: nil)
        let (kept, plain) = (RunReader(run, store: store), RunReader(run, store: store))
        kept.showKeptOnly()
        let calls = Mutex(0)
        kept.listen { calls.withLock { $0 += 1 } }
        run.append(token(0))
        run.append(token(1))
        // It is called once, so that it asks and the events are appended to the journal.
        #expect(calls.withLock { $0 } == 1)
        #expect(kept.news() == .nothing)
        #expect(numbers(plain.news()) == [0, 1] && plain.news() == .nothing)
        run.append(token(2))
        #expect(kept.news() == .nothing)
        calls.withLock { $0 = 0 }
        run.markKept(before: 2)
        #expect(calls.withLock { $0 } == 1)
        #expect(numbers(kept.news()) == [0, 1])
        #expect(kept.news() == .nothing)
        run.markKept(before: 3)
        #expect(numbers(kept.news()) == [2] && numbers(plain.news()) == [2])
        // A heartbeat needs no event.
        run.append(token(3))
        #expect(kept.news() == .nothing)
        kept.requestHeartbeat()
        #expect(kept.news() == .quiet)
    }

    @Test func theEndIsShownOnceItIsKept() async throws {
        let run = Self.run { _ in .later }
        let reader = RunReader(run, store: try SQLiteStore(path: nil))
        reader.showKeptOnly()
        let ending = LiveRun.Ending(
            status: .failed,
            events: [.failed(Problem(.internalError, detail: "a test"))]
        )
        run.end(ending, at: Date(timeIntervalSince1970: 1_795_000_001), isStored: false)
        #expect(reader.news() == .nothing)
        async let next = reader.next()
        run.markKept(before: 1)
        let news = try await next
        #expect(numbers(news) == [0])
        #expect(reader.news() == .over)
    }

    @Test func whatTheStoreHasIsShown() throws {
        let run = Self.run { _ in .later }
        let reader = RunReader(run, store: try SQLiteStore(path: nil))
        reader.showKeptOnly()
        let calls = Mutex(0)
        run.append(token(0))
        #expect(reader.news() == .nothing)
        reader.listen { calls.withLock { $0 += 1 } }
        run.markStored(to: try #require(run.unstored()).mark)
        #expect(calls.withLock { $0 } == 1)
        #expect(numbers(reader.news()) == [0])
    }

    @Test func aJournalThatKeepsAtOnceHoldsNothingUp() throws {
        let entries = Mutex<[JournalEntry]>([])
        let run = Self.run { entry in
            entries.withLock { $0.append(entry) }
            return .kept
        }
        let reader = RunReader(run, store: try SQLiteStore(path: nil))
        reader.showKeptOnly()
        run.append(token(0))
        #expect(numbers(reader.news()) == [0])
        run.append(token(1))
        #expect(numbers(reader.news()) == [1])
        // The run and two pieces.
        #expect(entries.withLock { $0.count } == 3)
    }

    /// The result of a plain reply, and whether it came after the journal's word.
    ///
    /// All of it is on one actor, so the reply has come as far as it can before the journal's word.
    @MainActor private func reply<Value: Sendable>(
        _ keep: () -> Void,
        _ read: @escaping @MainActor () async throws -> Value
    ) async throws -> (value: Value, isAfter: Bool) {
        let isKept = Mutex(false)
        let reading = Task { @MainActor in (try await read(), isKept.withLock { $0 }) }
        await Task { @MainActor in }.value
        isKept.withLock { $0 = true }
        keep()
        return try await reading.value
    }

    /// A run ends without content, and its end is in the journal only.
    @Test @MainActor func aPlainReplyAndAnEarlyProblemWaitForTheJournal() async throws {
        for isEarly in [true, false] {
            let run = Self.run { _ in .later }
            let reader = RunReader(run, store: try SQLiteStore(path: nil))
            let problem = Problem(.internalError, detail: "a test")
            let ending = LiveRun.Ending(status: .failed, events: [.failed(problem)])
            run.end(ending, at: Date(timeIntervalSince1970: 1_795_000_001), isStored: false)
            let reply = try await reply {
                run.markKept(before: 1)
            } _: {
                isEarly ? try await reader.problemBeforeContent() != nil : try await reader.outcome().ending != nil
            }
            #expect(reply.value && reply.isAfter)
        }
    }

    /// The naming and the journal's word are on one actor, so without a wait the first would be over before the second.
    @Test @MainActor func theRunOfAKeyIsNamedOnceItIsKept() async throws {
        let (journal, store) = (LaterJournal(), try FailingStore())
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let runtime = AgentRuntime(
            runs: RunCoordinator(store: store, journal: journal, logger: logger),
            toolCatalog: ToolCatalog(ToolRegistry([])),
            models: ModelCatalog(.init(reference: .phrasebook, model: ScriptedModel([.text(["Hello"])]))),
            logger: logger
        )
        let isKept = Mutex(false)
        let keeping = Task { @MainActor in
            for await _ in journal.appended.stream {
                isKept.withLock { $0 = true }
                journal.keep()
            }
        }
        defer { keeping.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runtime.run() }
            defer { group.cancelAll() }
            store.hold()
            let reader = try await runtime.start(ChatRequest(message: "hi"), client: .alice, idempotencyKey: "k")
            #expect(isKept.withLock { $0 })
            store.release()
            while try await reader.next() != .over {}
            reader.close()
        }
    }

    @Test func theCoordinatorShowsWhatItsJournalAcknowledges() async throws {
        let (journal, store) = (LaterJournal(), try FailingStore())
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let runtime = AgentRuntime(
            runs: RunCoordinator(store: store, journal: journal, logger: logger),
            toolCatalog: ToolCatalog(ToolRegistry([])),
            models: ModelCatalog(.init(reference: .phrasebook, model: ScriptedModel([.text(["Hello"])]))),
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runtime.run() }
            defer { group.cancelAll() }
            store.hold()
            let plain = try await runtime.start(ChatRequest(message: "hi"), client: .alice)
            let kept = try #require(await runtime.reader(of: plain.run, after: nil, owner: "alice"))
            kept.showKeptOnly()
            let shown = try #require(numbers(try await plain.next()))
            #expect(shown.first == 0)
            #expect(kept.news() == .nothing)
            journal.keep()
            #expect(numbers(kept.news())?.starts(with: shown) == true)
            store.release()
            while try await kept.next() != .over {}
            kept.close()
            plain.close()
        }
    }
}
