import AgentTools
import BuiltInTools
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

/// A run that ends at the moment at which it would have started to wait for its client.
@Suite(.timeLimit(.minutes(1))) struct StopBeforeWaitingTests {
    /// The interference.
    enum Cause: CaseIterable { case stop, noPlace }

    /// A clock that, when it is read, interferes with the runs whose tools have answered.
    private final class Clock: Sendable {
        private let cause: Cause
        private let coordinator = Mutex<RunCoordinator?>(nil)

        init(_ cause: Cause) { self.cause = cause }

        func watch(_ coordinator: RunCoordinator) { self.coordinator.withLock { $0 = coordinator } }

        func now() -> Date {
            if let coordinator = coordinator.withLock({ $0 }) {
                for run in coordinator.liveRuns where run.state.withLock({ !$0.outcome.toolCalls.isEmpty }) {
                    switch cause {
                    case .stop: coordinator.stop(run, .requested)
                    case .noPlace: coordinator.state.withLock { $0.waiting.restore("other", of: "bob") }
                    }
                }
            }
            return Date()
        }
    }

    @Test(arguments: Cause.allCases)
    func itsToolCallsStayInTheConversation(cause: Cause) async throws {
        let store = try SQLiteStore(path: nil)
        let clock = Clock(cause)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let coordinator = RunCoordinator(
            store: store,
            journal: nil,
            load: LoadLimits(waitingRuns: 1),
            logger: logger,
            now: { clock.now() }
        )
        let model = ScriptedModel(
            .calls([.init("getInventory", #"{"id":1}"#, id: "server"), .init("find", "{}", id: "client")])
        )
        let runtime = AgentRuntime(
            runs: coordinator,
            toolCatalog: ToolCatalog(ToolRegistry([GetInventory(inventory: EmbeddedInventory(store: store))])),
            models: ModelCatalog(.init(reference: .phrasebook, model: model)),
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Only code that stores data: no other code may read the clock.
            group.addTask { await coordinator.writer.work(on: { coordinator.liveRuns }) }
            defer { coordinator.writer.stop() }
            clock.watch(coordinator)
            let outcome = try await runtime.start(.offeringFind, client: .alice).outcome()
            #expect(
                outcome.ending.flatMap { NativeEvent($0)?.type } == (cause == .stop ? "run.cancelled" : "run.failed")
            )
            let kept = try await store.entries(of: outcome.conversation)
            try #require(kept.map(\.kind) == ["prompt", "tool_calls", "tool_output", "tool_output"])
            #expect(kept[2].json.contains("no inventory item"))
            #expect(kept[3].json.contains("The turn was stopped before there was an output."))
        }
    }
}
