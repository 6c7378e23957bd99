import AgentTools
import AgentWire
import Foundation
import LanguageModels
import Logging
import OwnerLiterals
import ScriptedModels
import Storage
import StreamingJSON
import Synchronization
import Testing
import TestWaits

@testable import AgentRuntime

/// Answers that the store refuses at first.
@Suite(.timeLimit(.minutes(1))) struct UnstoredAnswerTests {
    /// A clock that a test controls.
    private final class Clock: Sendable {
        let time = Mutex(Date(timeIntervalSince1970: 1_795_000_000))
        var now: Date { time.withLock { $0 } }
    }

    private let clock = Clock()
    private let listener = RunListener()

    /// Starts a runtime for the duration of `body`, with a run that waits for the outputs of two calls, `a` and `b`.
    private func withWaitingRun(
        _ body: @Sendable (AgentRuntime, FailingStore, ScriptedModel, LiveRun) async throws -> Void
    ) async throws {
        let store = try FailingStore()
        let model = ScriptedModel(
            .calls([.init("find", "{}", id: "a"), .init("find", "{}", id: "b")]),
            .text(["found"])
        )
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let coordinator = RunCoordinator(
            store: store,
            journal: nil,
            limits: RunLimits(actionDeadline: .seconds(300), storeDelay: .milliseconds(5)),
            observers: [listener],
            logger: logger,
            now: { [clock] in clock.now }
        )
        let runtime = AgentRuntime(
            runs: coordinator,
            toolCatalog: ToolCatalog(ToolRegistry([])),
            models: ModelCatalog(.init(reference: .phrasebook, model: model)),
            logger: logger,
            now: { [clock] in clock.now }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await coordinator.run() }
            defer { group.cancelAll() }
            let reader = try await runtime.start(.offeringFind, client: .alice)
            #expect(try await reader.outcome().actions.count == 2)
            try await body(runtime, store, model, try #require(coordinator.liveRun(reader.run)))
        }
    }

    private func answer(_ runtime: AgentRuntime, _ run: LiveRun, _ calls: [String]) async throws {
        let answers = RunAnswers(outputs: calls.map { ($0, .output(.string("output of \($0)"))) })
        _ = try await runtime.answer(run.id, with: answers, owner: "alice", isReading: false)
    }

    /// Checks that answers are refused because the store fails, and that the client is asked to send them again.
    private func expectRefusal(_ runtime: AgentRuntime, _ run: LiveRun, _ calls: [String]) async {
        let problem = await #expect(throws: Problem.self) { try await answer(runtime, run, calls) }
        #expect(problem?.status == 503)
        #expect(problem?.retryAfterSeconds != nil)
    }

    /// Checks that a run waits while the store fails, and resumes afterwards, and that its model then receives some words.
    private func expectLaterResumption(
        _ run: LiveRun,
        _ store: FailingStore,
        _ model: ScriptedModel,
        hearing words: [String]
    ) async throws {
        await store.refusals(2)
        // No effect of answers is visible that a crash would undo.
        #expect(run.status == .waiting)
        store.fail(false)
        let reader = RunReader(run, store: store)
        while case .events = try await reader.next() {}
        #expect(run.status == .completed)
        let received = "\(try #require(model.requests.last).transcript)"
        for word in words { #expect(received.contains(word)) }
    }

    @Test func theRunResumesOnceTheStoreHasTheAnswers() async throws {
        try await withWaitingRun { runtime, store, model, run in
            store.fail()
            await expectRefusal(runtime, run, ["a", "b"])
            try await expectLaterResumption(run, store, model, hearing: ["output of a", "output of b"])
        }
    }

    @Test func theRunResumesWhenAnotherCallHasExpiredMeanwhile() async throws {
        try await withWaitingRun { runtime, store, model, run in
            store.fail()
            await expectRefusal(runtime, run, ["a"])
            clock.time.withLock { $0 += 301 }
            try await listener.changes.eventually { run.actions.isComplete }
            try await expectLaterResumption(run, store, model, hearing: ["output of a", "did not answer in time"])
        }
    }

    @Test func repeatedAnswersAreAccepted() async throws {
        try await withWaitingRun { runtime, store, _, run in
            store.fail()
            await expectRefusal(runtime, run, ["a"])
            store.fail(false)
            try await answer(runtime, run, ["a"])
            let revision = run.revision
            #expect(run.isRecordStored(to: revision))
            #expect(!run.actions.isOpen("a") && run.actions.isOpen("b"))
        }
    }

    @Test func aStoppingServerDoesNotWaitForTheStore() async throws {
        try await withWaitingRun { runtime, store, _, run in
            store.fail()
            await expectRefusal(runtime, run, ["a"])
            runtime.runs.stopAccepting()
            await runtime.runs.drained()
        }
    }
}
