import AgentTools
import AgentWire
import Foundation
import LanguageModels
import Logging
import OwnerLiterals
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

@Suite(.timeLimit(.minutes(1))) struct RunCoordinatorTests {
    /// Records the changes that it observes.
    private final class Listener: RunObserver {
        let changes = Mutex<[RunChange]>([])
        func runChanged(_ change: RunChange) { changes.withLock { $0.append(change) } }
    }

    /// Starts a runtime over a store in memory for the duration of `body`.
    private func withRuntime(
        _ rounds: [ScriptedModel.Round],
        limits: RunLimits = RunLimits(),
        now: @escaping @Sendable () -> Date = { Date() },
        _ body: @Sendable (AgentRuntime, any Store, Listener) async throws -> Void
    ) async throws {
        let store = try SQLiteStore(path: nil)
        let listener = Listener()
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let coordinator = RunCoordinator(
            store: store,
            journal: nil,
            limits: limits,
            observers: [listener],
            logger: logger,
            now: now
        )
        let runtime = AgentRuntime(
            runs: coordinator,
            toolCatalog: ToolCatalog(ToolRegistry([])),
            models: ModelCatalog(
                .init(reference: .phrasebook, model: ScriptedModel(rounds))
            ),
            logger: logger,
            now: now
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await coordinator.run() }
            try await body(runtime, store, listener)
            group.cancelAll()
        }
    }

    private func read(_ reader: RunReader) async throws -> [NativeEvent] {
        var events: [NativeEvent] = []
        var count = 0
        while true {
            switch try await reader.next() {
            case .events(let lines, let first):
                #expect(first == count)
                let new = RunEventLine.events(in: lines)
                count += new.count
                events += new.compactMap { NativeEvent($0) }
            case .over: return events
            case .quiet, .closed, .behind, .nothing: Issue.record("without a heartbeat request or a close")
            }
        }
    }

    /// A stream without new events is notified that its reader was closed.
    @Test func closingAReaderOfAnEndedRunCallsItsListener() async throws {
        try await withRuntime([.text(["hello"])]) { runtime, store, _ in
            let first = try await runtime.start(ChatRequest(message: "hi"), client: .alice)
            _ = try await read(first)
            await runtime.runs.drained()
            for isClosedBefore in [false, true] {
                let reader = RunReader(stored: first.run, store: store)
                let calls = Mutex(0)
                if isClosedBefore { reader.close() }
                reader.listen { calls.withLock { $0 += 1 } }
                #expect(calls.withLock { $0 } == (isClosedBefore ? 1 : 0))
                reader.close()
                reader.close()
                #expect(calls.withLock { $0 } == 1)
                #expect(reader.news() == .closed)
            }
        }
    }

    @Test func onlyItsClientSeesARun() async throws {
        try await withRuntime([.text(["hello"])]) { runtime, _, _ in
            let reader = try await runtime.start(ChatRequest(message: "hi"), client: .alice, idempotencyKey: "k")
            #expect(try await read(reader).last?.isTerminal == true)
            let run = reader.run
            #expect(try await runtime.run(run, owner: "alice").status == "completed")
            for attempt: @Sendable () async throws -> Void in [
                { _ = try await runtime.run(run, owner: "bob") },
                { _ = try await runtime.reader(of: run, after: nil, owner: "bob") },
                { try await runtime.cancel(run, owner: "bob") },
            ] {
                let problem = await #expect(throws: Problem.self) { try await attempt() }
                #expect(problem?.kind == .notFound)
            }
            let conversation = try await runtime.run(run, owner: "alice").conversation
            let problem = await #expect(throws: Problem.self) {
                try await runtime.delete(conversation, owner: "bob")
            }
            #expect(problem?.kind == .notFound)
        }
    }

    @Test func onlyItsClientAnswersARun() async throws {
        let rounds: [ScriptedModel.Round] = [.calls([.init("find", "{}")]), .text(["found"])]
        try await withRuntime(rounds) { runtime, _, listener in
            let reader = try await runtime.start(.offeringFind, client: .alice)
            let call = try #require(try await reader.outcome().actions.first?.call)
            let answers = RunAnswers(outputs: [(call, .output("x"))])
            let problem = await #expect(throws: Problem.self) {
                _ = try await runtime.answer(reader.run, with: answers, owner: "bob", isReading: true)
            }
            #expect(problem?.kind == .notFound)
            #expect(try await runtime.run(reader.run, owner: "alice").status == "waiting")
            let rest = try await runtime.answer(reader.run, with: answers, owner: "alice", isReading: true)
            #expect(try await rest?.outcome().text == "found")
            await runtime.runs.drained()
            let statuses = listener.changes.withLock { $0.map(\.status) }
            #expect(statuses == [.running, .waiting, .running, .completed])
        }
    }

    @Test func observersReceiveEachStatusAndTheUsage() async throws {
        try await withRuntime([.text(["hello"])]) { runtime, _, listener in
            _ = try await read(try await runtime.start(ChatRequest(message: "hi"), client: .alice))
            await runtime.runs.drained()
            let changes = listener.changes.withLock { $0 }
            #expect(changes.map(\.status) == [.running, .completed])
            #expect(changes.map { $0.usage != nil } == [false, true])
        }
    }

    @Test func theEndAndTheTurnAreStoredBeforeTheEndIsShown() async throws {
        try await withRuntime([.text(["one ", "two"])], limits: RunLimits(storeDelay: .seconds(3600))) {
            runtime,
            store,
            _ in
            let reader = try await runtime.start(ChatRequest(message: "hi"), client: .alice)
            let outcome = try await reader.outcome()
            let record = try #require(try await store.run(reader.run))
            #expect(record.status == .completed)
            #expect(try await store.entries(of: outcome.conversation).map(\.kind) == ["prompt", "response"])
            let stored = try await RunOutcome(of: reader.run, in: store)
            #expect(stored == outcome)
            #expect(try stored.reply().text == "one two")
        }
    }

    @Test func aTurnThatNoLongerFitsItsConversationFails() async throws {
        try await withRuntime([.text(["one"]), .text(["two"])]) { runtime, store, _ in
            let first = try await runtime.start(ChatRequest(message: "hi"), client: .alice).outcome()
            // Another server with the same store adds a turn while this server's turn is active: before this one ends.
            let entries = try await store.entries(of: first.conversation)
            let run = runtime.runs.makeRun(
                LiveRun.Identity(
                    id: "run_x",
                    owner: "alice",
                    conversation: first.conversation,
                    model: "m",
                    request: "{}",
                    idempotencyKey: nil,
                    createdAt: Date(),
                    deadline: nil
                ),
                outlivesReaders: true
            )
            let reader = RunReader(run, store: store)
            try runtime.runs.add(run, onBusy: .refuse) { run in
                let time = Date()
                let turn = TurnCommit(
                    conversation: ConversationRecord(
                        id: first.conversation,
                        owner: "alice",
                        createdAt: time,
                        updatedAt: time
                    ),
                    entries: entries,
                    expectedCount: entries.count - 1
                )
                let usage = WireUsage(inputTokens: 0, outputTokens: 0)
                await runtime.runs.end(
                    run,
                    LiveRun.Ending(status: .completed, events: [.completed(usage: usage)], turn: turn),
                    usage: usage
                )
            }
            guard case .failed(let problem) = try await reader.outcome().ending else {
                Issue.record("the run did not fail")
                return
            }
            #expect(problem.kind == .conversationBusy)
            #expect(try await store.entries(of: first.conversation) == entries)
        }
    }

    @Test func aReaderFarBehindReadsFromTheStore() async throws {
        let pieces = (0..<20_000).map { "piece \($0) " }
        try await withRuntime([.text(pieces)], limits: RunLimits(storeDelay: .milliseconds(1))) { runtime, _, _ in
            let slow = try await runtime.start(ChatRequest(message: "hi", onDisconnect: .finish), client: .alice)
            _ = try await slow.outcome()
            let events = try await read(slow)
            #expect(events.count == pieces.count + 3)
            let text = events.compactMap { if case .messageDelta(let text) = $0 { text } else { nil } }
            #expect(text == pieces)
        }
    }

    @Test func expiredDataIsDeleted() async throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_795_000_000))
        let limits = RunLimits(runRetention: .seconds(60), conversationRetention: .seconds(600))
        try await withRuntime([.text(["hello"])], limits: limits, now: { time.withLock { $0 } }) { runtime, store, _ in
            let outcome = try await runtime.start(ChatRequest(message: "hi"), client: .alice).outcome()
            await runtime.runs.drained()
            await runtime.runs.deleteExpired()
            #expect(try await store.run(outcome.run) != nil)
            time.withLock { $0 += 61 }
            await runtime.runs.deleteExpired()
            #expect(try await store.run(outcome.run) == nil)
            #expect(try await store.conversation(outcome.conversation) != nil)
            time.withLock { $0 += 540 }
            await runtime.runs.deleteExpired()
            #expect(try await store.conversation(outcome.conversation) == nil)
        }
    }

    /// A repetition is answered from the store, so a full server has room for it too.
    @Test func theIdempotencyKeyOfAnAnswerIsKnown() async throws {
        try await withRuntime([.text(["one"])]) { runtime, store, _ in
            let reader = try await runtime.start(ChatRequest(message: "go"), client: .alice)
            _ = try await read(reader)
            let answer = KeyedAnswer(owner: "alice", idempotencyKey: "k", request: "{}", run: reader.run, sequence: 3)
            try await store.saveKeyedAnswer(answer)
            #expect(try await runtime.runs.hasSeen("k", of: "alice"))
            #expect(try await !runtime.runs.hasSeen("other", of: "alice"))
            #expect(try await !runtime.runs.hasSeen("k", of: "bob"))
        }
    }
}
