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

/// Direct calls whose ends were shown before the store had them.
@Suite(.timeLimit(.minutes(1))) struct UnstoredCallTests {
    private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    private func coordinator(
        _ store: FailingStore,
        journal folder: String,
        storeDelay: Duration,
        bounds: CallBounds = RunLimits().unstoredCalls
    ) throws -> RunCoordinator {
        RunCoordinator(
            store: store,
            journal: try FileJournal(folder: folder),
            limits: RunLimits(storeDelay: storeDelay, unstoredCalls: bounds),
            logger: logger
        )
    }

    /// Starts a runtime with a journal for the duration of `body`.
    private func withRuntime(
        _ store: FailingStore,
        storeDelay: Duration,
        bounds: CallBounds = RunLimits().unstoredCalls,
        _ body: @Sendable (AgentRuntime, _ journal: String) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "torii-calls-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let runtime = AgentRuntime(
            runs: try coordinator(store, journal: folder, storeDelay: storeDelay, bounds: bounds),
            toolCatalog: ToolCatalog(ToolRegistry([ScriptedTool()])),
            models: ModelCatalog(.init(reference: .phrasebook, model: ScriptedModel([]))),
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runtime.run() }
            defer { group.cancelAll() }
            try await body(runtime, folder)
        }
    }

    private func call(_ runtime: AgentRuntime, key: String? = nil) async throws -> (run: String, call: WireToolCall) {
        let request = RunRequest.call(ToolCallRequest(tool: "work", arguments: ["word": "tea"]))
        let reader = try await runtime.start(request, client: .alice, idempotencyKey: key)
        return (reader.run, try await reader.outcome().directCall())
    }

    @Test func aCallIsAnsweredEvenIfItCannotBeStored() async throws {
        let store = try FailingStore()
        store.fail()
        try await withRuntime(store, storeDelay: .milliseconds(5)) { runtime, _ in
            let (run, call) = try await call(runtime, key: "k")
            #expect(call.summary == "tea")
            await store.refusals(3)
            // It is nowhere else, so it stays in memory, where a repeated request finds it.
            #expect(runtime.runs.liveRuns.map(\.id) == [run])
            #expect(try await self.call(runtime, key: "k").run == run)
            store.fail(false)
            await runtime.runs.drained()
            #expect(runtime.runs.liveRuns.isEmpty)
            #expect(try await store.run(run)?.status == .completed)
        }
    }

    /// Calls are answered however long the store fails, and memory keeps a bounded number of them.
    @Test func aBoundedNumberOfUnstoredCallsStaysInMemory() async throws {
        let store = try FailingStore()
        store.fail()
        let bounds = CallBounds(count: 3, bytes: 1 << 20)
        try await withRuntime(store, storeDelay: .milliseconds(5), bounds: bounds) { runtime, _ in
            let keyed = try await call(runtime, key: "k").run
            var others: [String] = []
            for _ in 0..<20 { others.append(try await call(runtime).run) }
            await store.refusals(8)
            let kept = [keyed] + others.suffix(2)
            #expect(Set(runtime.runs.liveRuns.map(\.id)) == Set(kept))
            #expect(try await call(runtime, key: "k").run == keyed)
            let problem = await #expect(throws: Problem.self) {
                _ = try await runtime.run(others[0], owner: "alice")
            }
            #expect(problem?.kind == .notFound)
            store.fail(false)
            await runtime.runs.drained()
            for run in kept { #expect(try await store.run(run)?.status == .completed) }
            #expect(try await store.run(others[0]) == nil)
            #expect(runtime.runs.state.withLock { $0.endedCalls.count } == 0)
        }
    }

    /// Many calls are stored before the next flush is due, so that none has to be dropped.
    @Test func manyCallsAreStoredAtOnce() async throws {
        let store = try FailingStore()
        let bounds = CallBounds(count: 8, bytes: 1 << 20)
        try await withRuntime(store, storeDelay: .seconds(3600), bounds: bounds) { runtime, _ in
            var runs: [String] = []
            for _ in 0..<5 { runs.append(try await call(runtime).run) }
            await runtime.runs.drained()
            for run in runs { #expect(try await store.run(run)?.status == .completed) }
        }
    }

    @Test func aCallIsFoundBeforeAndAfterItIsStored() async throws {
        let store = try FailingStore()
        try await withRuntime(store, storeDelay: .seconds(3600)) { runtime, _ in
            let (run, call) = try await call(runtime, key: "k")
            for isStored in [false, true] {
                if isStored { await runtime.runs.writer.flush() }
                #expect(try await runtime.run(run, owner: "alice").toolCalls == [call])
                #expect(try await self.call(runtime, key: "k").run == run)
                #expect(try await runtime.listings.counts(since: .distantPast).counts == [.completed: 1])
            }
            await runtime.runs.drained()
            #expect(try await store.run(run)?.status == .completed)
            #expect(try await runtime.run(run, owner: "alice").status == "completed")
        }
    }

    /// The files in the state at which the process was killed: after the answer, before the store has it.
    @Test func anAnsweredCallSurvivesAKill() async throws {
        let store = try FailingStore()
        store.fail()
        try await withRuntime(store, storeDelay: .seconds(3600)) { runtime, folder in
            let (run, call) = try await call(runtime)
            let copy = folder + "-copy"
            defer { try? FileManager.default.removeItem(atPath: copy) }
            try FileManager.default.copyItem(atPath: folder, toPath: copy)
            let other = try FailingStore()
            try await coordinator(other, journal: copy, storeDelay: .seconds(3600)).recover()
            #expect(try await other.run(run)?.status == .completed)
            #expect(try await RunOutcome(of: run, in: other).directCall() == call)
        }
    }

    /// A stopping server does not wait for the next second.
    @Test func aStopStoresTheEndsAtOnce() async throws {
        let store = try FailingStore()
        let runs = Mutex<[String]>([])
        try await withRuntime(store, storeDelay: .seconds(3600)) { runtime, _ in
            let run = try await call(runtime).run
            runs.withLock { $0.append(run) }
        }
        let run = try #require(runs.withLock { $0.first })
        #expect(try await store.run(run)?.status == .completed)
    }
}
