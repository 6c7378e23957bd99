import AgentTools
import AgentWire
import Foundation
import Logging
import OwnerLiterals
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import TestWaits
import Testing

@testable import AgentRuntime

/// Runs whose calls have no answer in time.
@Suite(.timeLimit(.minutes(1))) struct ExpiredCallTests {
    /// Records the statuses of runs, and lets a test wait for one.
    private final class Listener: RunObserver {
        private let stream = AsyncStream<RunStatus>.makeStream()
        /// Raised when a call has started or ended to wait.
        let waits = TestSignal()

        func runChanged(_ change: RunChange) { stream.continuation.yield(change.status) }
        func timelineChanged(of run: String) { waits.raise() }

        /// Returns the statuses up to one of these.
        func statuses(upTo last: RunStatus...) async -> [RunStatus] {
            var statuses: [RunStatus] = []
            for await status in stream.stream {
                statuses.append(status)
                if last.contains(status) { break }
            }
            return statuses
        }
    }

    /// A run that waits for the outputs of two calls, `a` and `b`, with its runtime.
    private struct Scene: Sendable {
        let runtime: AgentRuntime
        let store: any Store
        let model: ScriptedModel
        let listener: Listener
        let run: LiveRun
        let time: Clock

        func answer(_ call: String) async throws {
            let answers = RunAnswers(outputs: [(call, .output("found"))])
            _ = try await runtime.answer(run.id, with: answers, owner: "alice", isReading: false)
        }
    }

    /// A clock that a test controls.
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_795_000_000))
        var now: Date { time.withLock { $0 } }
        func passDeadline() { time.withLock { $0 += 301 } }
    }

    /// Starts a runtime for the duration of `body`, with a waiting run that has no reader.
    private func withWaitingRun(
        _ policy: ChatRequest.DisconnectPolicy?,
        grace: Duration,
        _ body: @Sendable (Scene) async throws -> Void
    ) async throws {
        let (store, listener, time) = (try SQLiteStore(path: nil), Listener(), Clock())
        let model = ScriptedModel(
            .calls([.init("find", "{}", id: "a"), .init("find", "{}", id: "b")]),
            .text(["done"])
        )
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let coordinator = RunCoordinator(
            store: store,
            journal: nil,
            limits: RunLimits(
                disconnectGrace: grace,
                actionDeadline: .seconds(300),
                storeDelay: .milliseconds(5)
            ),
            observers: [listener],
            logger: logger,
            now: { time.now }
        )
        let runtime = AgentRuntime(
            runs: coordinator,
            toolCatalog: ToolCatalog(ToolRegistry([])),
            models: ModelCatalog(.init(reference: .phrasebook, model: model)),
            logger: logger,
            now: { time.now }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await coordinator.run() }
            defer { group.cancelAll() }
            let request = ChatRequest(message: "hi", clientTools: [.find], onDisconnect: policy)
            let reader = try await runtime.start(request, client: .alice)
            #expect(try await reader.outcome().actions.count == 2)
            let run = try #require(coordinator.liveRun(reader.run))
            reader.close()
            try await body(
                Scene(runtime: runtime, store: store, model: model, listener: listener, run: run, time: time)
            )
        }
    }

    @Test func aRunWithoutReadersIsCancelledBeforeAnotherModelCall() async throws {
        try await withWaitingRun(nil, grace: .zero) { scene in
            scene.time.passDeadline()
            #expect(await scene.listener.statuses(upTo: .cancelled, .completed) == [.running, .waiting, .cancelled])
            #expect(scene.model.requests.count == 1)
            let record = try await scene.store.run(scene.run.id)
            #expect(record?.status == .cancelled)
            guard case .cancelled(.disconnected, _)? = scene.run.state.withLock({ $0.outcome.ending }) else {
                Issue.record("the run did not end because nobody read it")
                return
            }
        }
    }

    @Test func aRunThatOutlivesItsReadersResumes() async throws {
        try await withWaitingRun(.finish, grace: .zero) { scene in
            scene.time.passDeadline()
            let statuses = await scene.listener.statuses(upTo: .cancelled, .completed)
            #expect(statuses == [.running, .waiting, .running, .completed])
        }
    }

    @Test func aReaderWithinTheGraceWindowGetsTheAnswer() async throws {
        try await withWaitingRun(nil, grace: .seconds(3600)) { scene in
            scene.time.passDeadline()
            try await scene.listener.waits.eventually { scene.run.actions.isComplete }
            await scene.runtime.runs.writer.flush()
            #expect(scene.run.isAnswered)
            await scene.runtime.runs.resume(scene.run)
            #expect(scene.run.status == .waiting)
            #expect(scene.model.requests.count == 1)
            let reader = RunReader(scene.run, store: scene.store)
            while case .events = try await reader.next() {}
            #expect(scene.run.status == .completed)
        }
    }

    /// A client that answers after another call has expired is present, although it has no reader yet.
    @Test func theLastAnswerResumesTheRun() async throws {
        try await withWaitingRun(nil, grace: .seconds(3600)) { scene in
            scene.run.state.withLock { $0.actions.open[0].action.deadline = scene.time.now }
            try await scene.listener.waits.eventually { scene.run.actions.hasExpired }
            try await scene.answer("b")
            let statuses = await scene.listener.statuses(upTo: .cancelled, .completed)
            #expect(statuses == [.running, .waiting, .running, .completed])
        }
    }
}
