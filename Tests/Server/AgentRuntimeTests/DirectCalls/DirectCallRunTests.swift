import Accounts
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

/// Direct calls below the routes: their events, their reservations, and their ends.
@Suite(.timeLimit(.minutes(1))) struct DirectCallRunTests {
    private static let call = ToolCallRequest(tool: "work", arguments: ["word": "tea"])

    private func withTool(
        _ tool: ScriptedTool,
        load: LoadLimits = LoadLimits(),
        _ body: @Sendable (LimitedRuntime) async throws -> Void
    ) async throws {
        try await LimitedRuntime.with(ScriptedModel([]), tools: ToolRegistry([tool]), load: load, body)
    }

    /// Reads events until one matches, or to the last one.
    private func read(
        _ reader: RunReader,
        until isLast: (RunEvent) -> Bool = { _ in false }
    ) async throws -> [RunEvent] {
        var events: [RunEvent] = []
        while case .events(let lines, _) = try await reader.next() {
            events += RunEventLine.events(in: lines)
            if events.contains(where: isLast) { break }
        }
        return events
    }

    private func types(_ events: [RunEvent]) -> [String] { events.compactMap { NativeEvent($0)?.type } }

    @Test func progressIsEmittedAsItArrives() async throws {
        let (opened, gate) = AsyncStream.makeStream(of: Never.self)
        let tool = ScriptedTool(work: { arguments in
            ToolCallContext.current?.report(progress: 0.5, note: "half of \(arguments.word)")
            for await _ in opened {}
            ToolCallContext.current?.attach(ToolArtifact(type: "work.word", content: GeneratedContent("cup")))
            return "done"
        })
        try await withTool(tool) { running in
            let reader = try await running.runtime.start(.call(Self.call), client: .alice)
            let first = try await read(reader) { if case .toolProgress = $0 { true } else { false } }
            #expect(types(first) == ["run.started", "tool.started", "tool.progress"])
            #expect(first.last == .toolProgress(item: 0, call: "direct", fraction: 0.5, note: "half of tea"))
            gate.finish()
            let rest = try await read(reader)
            #expect(types(rest) == ["tool.finished", "run.completed"])
            let call = try #require(rest.first?.finishedCall)
            #expect(call.status == .completed && call.summary == "done" && call.artifacts.count == 1)
            let description = try await running.runtime.run(reader.run, owner: "alice")
            #expect(description.tool == "work" && description.model.isEmpty && description.status == "completed")
            #expect(description.jsonValue["model"] == nil && description.jsonValue["message"] == nil)
            #expect(description.jsonValue["tool_calls"]?[0]?["arguments"] == ["word": "tea"])
            try await running.expectNothingHeld(of: .alice)
        }
    }

    @Test func aToolsFailureIsTheAnswer() async throws {
        let failing = ScriptedTool(work: { _ in throw ToolFailure("out of tea") })
        try await withTool(failing) { running in
            for (tool, says) in [("work", "out of tea"), ("nothing", "There is no tool named nothing")] {
                let request = ToolCallRequest(tool: tool, arguments: ["word": "tea"])
                let reader = try await running.runtime.start(.call(request), client: .alice)
                let call = try await reader.outcome().directCall()
                #expect(call.status == .failed && call.summary.contains(says))
                #expect(try await running.ending(reader.run) == "completed")
            }
            try await running.expectNothingHeld(of: .alice)
        }
    }

    @Test(arguments: [true, false])
    func aStoppedCallIsCancelled(byItsReader: Bool) async throws {
        let (started, start) = AsyncStream.makeStream(of: Never.self)
        let (opened, gate) = AsyncStream.makeStream(of: Never.self)
        let tool = ScriptedTool(work: { _ in
            start.finish()
            for await _ in opened {}
            try Task.checkCancellation()
            return "done"
        })
        let client = Principal.alice(ClientLimits(concurrentRuns: 1))
        try await withTool(tool) { running in
            let reader = try await running.runtime.start(.call(Self.call), client: client)
            for await _ in started {}
            #expect(try await running.books(of: client).runs == 1)
            let page = try await running.runtime.unfinishedRuns(of: "alice", status: .running, cursor: nil, limit: 10)
            #expect(page.runs.map(\.id) == [reader.run] && page.runs.first?.tool == "work")
            if byItsReader {
                reader.close()
            } else {
                try await running.runtime.cancel(reader.run, owner: "alice")
                let problem = await #expect(throws: Problem.self) { try await reader.outcome().directCall() }
                #expect(problem?.kind == .runCancelled && problem?.run == reader.run)
            }
            #expect(try await running.ending(reader.run) == "cancelled")
            try await running.expectNothingHeld(of: client)
            gate.finish()
        }
    }

    @Test func aCallMayOutliveItsReaders() async throws {
        let (opened, gate) = AsyncStream.makeStream(of: Never.self)
        let tool = ScriptedTool(work: { _ in
            for await _ in opened {}
            try Task.checkCancellation()
            return "done"
        })
        try await withTool(tool) { running in
            var call = Self.call
            call.onDisconnect = .finish
            let reader = try await running.runtime.start(.call(call), client: .alice)
            reader.close()
            gate.finish()
            #expect(try await running.ending(reader.run) == "completed")
        }
    }

    /// A call needs no slot, so it neither waits for turns nor delays them.
    @Test func aCallDoesNotWaitForTurns() async throws {
        let model = GatedModel()
        let tools = ToolRegistry([ScriptedTool()])
        let load = LoadLimits(runs: 1, queuedRuns: 0)
        try await LimitedRuntime.with(model, tools: tools, load: load) { running in
            let turn = try await running.start("hi")
            let problem = await #expect(throws: Problem.self) { _ = try await running.start("hi") }
            #expect(problem?.kind == .overloaded)
            let reader = try await running.runtime.start(.call(Self.call), client: .alice)
            #expect(try await reader.outcome().directCall().summary == "tea")
            model.open()
            #expect(try await running.ending(turn.run) == "completed")
            try await running.expectNothingHeld(of: .alice)
        }
    }

    @Test func callsAreKeptForMinutesAndTurnsForADay() async throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_795_000_000))
        let now: @Sendable () -> Date = { time.withLock { $0 } }
        let store = try SQLiteStore(path: nil)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let runtime = AgentRuntime(
            runs: RunCoordinator(store: store, journal: nil, logger: logger, now: now),
            toolCatalog: ToolCatalog(ToolRegistry([ScriptedTool()])),
            models: ModelCatalog(.init(reference: .phrasebook, model: ScriptedModel([.text(["hello"])]))),
            logger: logger,
            now: now
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runtime.run() }
            defer { group.cancelAll() }
            let turn = try await runtime.start(ChatRequest(message: "hi"), client: .alice).outcome().run
            func call() async throws -> String {
                let reader = try await runtime.start(.call(Self.call), client: .alice, idempotencyKey: "k")
                #expect(try await reader.outcome().directCall().summary == "tea")
                return reader.run
            }
            let first = try await call()
            await runtime.runs.drained()
            for _ in 0..<2 {
                time.withLock { $0 += 300 }
                await runtime.runs.deleteExpired()
                #expect(try await call() == first)
            }
            time.withLock { $0 += 1 }
            await runtime.runs.deleteExpired()
            let problem = await #expect(throws: Problem.self) { try await runtime.run(first, owner: "alice") }
            #expect(problem?.kind == .notFound)
            #expect(try await call() != first)
            #expect(try await runtime.run(turn, owner: "alice").status == "completed")
        }
    }

    /// Whether a person agreed, the result of the examination, and the result of the call.
    @Test func aCallThatNeedsApprovalReturnsTheQuestion() async throws {
        let asking = ScriptedTool(isDestructive: true)
        let failing = ScriptedTool(isDestructive: true, examination: { _ in throw ToolFailure("no such tea") })
        let client = Principal.alice(ClientLimits(requestsPerMinute: 10))
        try await withTool(asking) { running in
            let problem = await #expect(throws: Problem.self) {
                _ = try await running.runtime.start(.call(Self.call), client: client)
            }
            #expect(problem?.kind == .confirmationNeeded && problem?.extensions["question"] == "Really tea?")
            // No tool was called, and the request counts once.
            try await running.expectNothingHeld(of: client)
            func left() async throws -> Int? {
                try await running.admission.limitStatuses(of: client).first { $0.name == .requestsPerMinute }?.remaining
            }
            #expect(try await left() == 9)
            var agreed = Self.call
            agreed.isConfirmed = true
            // A repeated request reads its run and does not count.
            for _ in 0..<2 {
                let reader = try await running.runtime.start(.call(agreed), client: client, idempotencyKey: "k")
                #expect(try await reader.outcome().directCall().summary == "tea")
                #expect(try await left() == 8)
            }
        }
        try await withTool(failing) { running in
            let reader = try await running.runtime.start(.call(Self.call), client: client)
            let events = try await read(reader)
            #expect(types(events) == ["run.started", "tool.started", "tool.finished", "run.completed"])
            let call = try await reader.outcome().directCall()
            #expect(call.status == .failed && call.summary == "no such tea" && call.id == "direct")
        }
    }
}

extension RunEvent {
    /// Returns the call that ends with this event; `nil` for any other event.
    fileprivate var finishedCall: WireToolCall? {
        if case .toolFinished(_, let call) = self { call } else { nil }
    }
}
