import AgentTools
import AgentWire
import Foundation
import LanguageModels
import Logging
import PrivateFiles
import ScriptedModels
import Storage
import Synchronization
import TestWaits
import Testing

@testable import AgentRuntime

/// Turns that could not be stored: a full disk, a store or a journal that cannot be written.
@Suite(.timeLimit(.minutes(1))) struct StorageHealthTests {
    /// A disk and a journal whose faults a test switches on and off.
    private final class Disk: EventJournal {
        let space = Mutex(DiskSpace(freeBytes: 1 << 30, totalBytes: 1 << 40))
        let isFull = Mutex(false)

        func reserve() throws(StoreError) {
            if isFull.withLock({ $0 }) {
                throw StoreError(.full, "The file events-1 cannot be written: No space left on device.")
            }
        }
        func append(_ entry: JournalEntry) throws(StoreError) -> JournalKeeping {
            try reserve()
            return .kept
        }
        func entries() -> [JournalEntry] { [] }
        func beginSection() -> Int? { nil }
        func discard(through section: Int) {}
        func discardAll() {}
    }

    private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    /// Raised with each line of the log, which has the faults and their ends.
    private let lines = TestSignal()

    private func with(
        _ body: (AgentRuntime, Disk, FailingStore, ScriptedModel) async throws -> Void
    ) async throws {
        let (disk, store) = (Disk(), try FailingStore())
        let model = ScriptedModel(Array(repeating: .text(["Hello"]), count: 3))
        let runtime = AgentRuntime(
            runs: RunCoordinator(
                store: store,
                journal: disk,
                limits: RunLimits(storeDelay: .milliseconds(5)),
                diskSpace: { disk.space.withLock { $0 } },
                logger: Logger(label: "test", factory: { [lines] _ in LineSignal(lines: lines) })
            ),
            toolCatalog: ToolCatalog(ToolRegistry([])),
            models: ModelCatalog(.init(reference: .phrasebook, model: model)),
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runtime.run() }
            defer { group.cancelAll() }
            try await body(runtime, disk, store, model)
        }
    }

    private func answer(_ runtime: AgentRuntime) async throws -> RunOutcome {
        try await runtime.start(ChatRequest(message: "hi"), client: .alice).outcome()
    }

    private func expectRefusal(_ runtime: AgentRuntime) async throws {
        let problem = await #expect(throws: Problem.self) { try await answer(runtime) }
        #expect(problem?.kind == .overloaded && problem?.retryAfterSeconds == 5)
        #expect(problem?.detail.contains("no model was called") == true)
        let early = await #expect(throws: Problem.self) {
            try await runtime.checkRoomForRun(of: .alice, idempotencyKey: nil)
        }
        #expect(early?.kind == .overloaded)
    }

    /// Waits until the server is ready, without a turn.
    private func expectRecovery(_ runtime: AgentRuntime) async throws {
        try await lines.eventually { await runtime.runs.readiness().isReady }
        #expect(await runtime.runs.readiness().storageFault == nil)
        #expect(try await answer(runtime).text == "Hello")
    }

    @Test(
        arguments: [
            DiskSpace(freeBytes: DiskSpace.floor - 1, totalBytes: 1 << 30),
            DiskSpace(freeBytes: 1 << 30, totalBytes: 1 << 40, hasRoomForFiles: false),
        ]
    )
    func aFullDiskIsFoundBeforeAModelIsCalled(space: DiskSpace) async throws {
        try await with { runtime, disk, _, model in
            disk.space.withLock { $0 = space }
            try await expectRefusal(runtime)
            #expect(model.requests.isEmpty)
            let readiness = await runtime.runs.readiness()
            #expect(!readiness.storeAnswers && readiness.journalWrites && !readiness.isReady)
            #expect(readiness.storageFault == "the disk is full; the server's log has the reason")
            disk.space.withLock { $0 = DiskSpace(freeBytes: DiskSpace.floor, totalBytes: 1 << 30) }
            try await expectRecovery(runtime)
        }
    }

    @Test func aJournalWithoutSpaceIsFoundBeforeAModelIsCalled() async throws {
        try await with { runtime, disk, _, model in
            disk.isFull.withLock { $0 = true }
            try await expectRefusal(runtime)
            #expect(model.requests.isEmpty)
            let readiness = await runtime.runs.readiness()
            #expect(readiness.storeAnswers && !readiness.journalWrites)
            disk.isFull.withLock { $0 = false }
            try await expectRecovery(runtime)
        }
    }

    @Test func aStoreThatFailsCostsOneTurnAndNoMore() async throws {
        try await with { runtime, _, store, model in
            store.fail()
            // The client is told to wait, as at the start of a turn.
            let problem = await #expect(throws: Problem.self) { try await answer(runtime).reply() }
            #expect(problem?.kind == .overloaded && problem?.retryAfterSeconds == 5)
            #expect(model.requests.count == 1)
            for _ in 0..<3 { try await expectRefusal(runtime) }
            #expect(model.requests.count == 1)
            #expect(await !runtime.runs.readiness().storeAnswers)
            store.fail(false)
            try await expectRecovery(runtime)
        }
    }

    /// A client that asks for the run, or repeats its request, must not wait for an end that nothing would store.
    @Test func anEndThatMeetsAFailingStoreIsStoredLater() async throws {
        try await with { runtime, _, store, model in
            func start() async throws -> RunReader {
                try await runtime.start(ChatRequest(message: "hi"), client: .alice, idempotencyKey: "k")
            }
            store.fail()
            let first = try await start()
            // The key keeps this end, so the client is not told to wait and repeat it.
            let problem = await #expect(throws: Problem.self) { try await first.outcome().reply() }
            #expect(problem?.kind == .internalError && problem?.retryAfterSeconds == nil)
            #expect(problem?.detail.contains("a new Idempotency-Key") == true && problem?.shouldRetry == nil)
            store.fail(false)
            try await expectRecovery(runtime)
            try await lines.eventually { try await store.run(first.run)?.status == .failed }
            let again = try await start()
            #expect(again.run == first.run)
            await #expect(throws: Problem.self) { try await again.outcome().reply() }
            #expect(model.requests.count == 2)
        }
    }

    /// An error about the rows themselves says nothing about the disk.
    @Test func aConflictIsNoFaultOfTheStorage() {
        let health = StorageHealth(journal: nil, diskSpace: { nil }, logger: logger)
        health.record(StoreError(.conflict, "A row excludes this one."), of: .store)
        health.record(CancellationError(), of: .store)
        #expect(health.words == nil)
        health.record(StoreError(.unavailable, "The database /data/torii.sqlite cannot be written."), of: .store)
        // The readiness is open to all, so no path is in it.
        #expect(health.words == "the store cannot be written; the server's log has the reason")
    }

    @Test func theSpaceOfThisDiskIsKnown() throws {
        let space = try #require(DiskSpace(of: "/"))
        #expect(space.totalBytes > 0 && space.freeBytes <= space.totalBytes)
        #expect(DiskSpace(of: "/there/is/no/such/folder") == nil)
    }
}

/// A log whose lines are signals.
private struct LineSignal: LogHandler {
    let lines: TestSignal
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.raise() }
}
