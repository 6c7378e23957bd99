import Phrasebook
import Accounts
import AgentTools
import AgentWire
import Foundation
import LanguageModels
import Logging
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Testing
import TestWaits

@testable import AgentRuntime

/// A device receives a call only once the store has it: a killed server knows every call that a device may have made.
@Suite(.timeLimit(.minutes(1))) struct StoredCallTests {
    private static let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    private static func model() -> ScriptedModel {
        ScriptedModel(.calls([.init("photos_album_find", #"{"text":"Summer"}"#)]), .text(["Done."]))
    }

    /// Starts a runtime whose model asks the app on the phone for its albums.
    private func withRuntime(
        _ model: ScriptedModel,
        _ store: FailingStore,
        _ body: @Sendable (AgentRuntime, DeviceEventReader, RunListener) async throws -> Void
    ) async throws {
        let directory = DeviceDirectory(
            store: try SQLiteStore(path: nil),
            phrases: PhrasebookReader(),
            limits: .patient
        )
        let (owner, listener) = (Principal.alice.owner, RunListener())
        _ = try await directory.register(DeviceDirectoryTests.registration, on: "phone", owner: owner)
        let runtime = AgentRuntime(
            runs: RunCoordinator(
                store: store,
                journal: nil,
                limits: RunLimits(storeDelay: .milliseconds(5), deviceCalls: .patient),
                observers: [listener],
                devices: directory,
                logger: Self.logger
            ),
            toolCatalog: ToolCatalog(ToolRegistry([])),
            models: ModelCatalog(
                .init(
                    reference: try #require(ModelReference("openai:m")),
                    model: model
                )
            ),
            logger: Self.logger
        )
        let reader = try runtime.deviceEvents(of: "phone", app: nil, owner: owner, after: nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runtime.run() }
            defer {
                store.release()
                group.cancelAll()
            }
            try await body(runtime, reader, listener)
        }
    }

    private func start(_ runtime: AgentRuntime) async throws -> String {
        var request = ChatRequest(message: "Find Summer", onDisconnect: .finish)
        request.device = SendingDevice(id: "phone")
        return try await runtime.start(request, client: .alice).run
    }

    private func isOffered(_ runtime: AgentRuntime) throws -> Bool {
        try runtime.deviceCalls(of: "phone", app: nil, owner: Principal.alice.owner)["calls"]?.arrayValue?.isEmpty
            == false
    }

    @Test func aCallIsStoredBeforeItIsSent() async throws {
        let store = try FailingStore()
        let model = Self.model()
        try await withRuntime(model, store) { runtime, reader, listener in
            store.hold()
            let run = try await start(runtime)
            try await listener.changes.eventually { runtime.runs.liveRun(run)?.status == .waiting }
            // The run waits for the device, and the store does not have the call yet.
            #expect(!reader.frames().contains("entity.requested"))
            #expect(try isOffered(runtime) == false)
            store.release()
            for await _ in reader.wakes where reader.frames().contains("entity.requested") { break }
            let stored = try #require(try await store.run(run))
            #expect(stored.status == .waiting)
            #expect(RunActions(text: stored.pendingCalls)?.deviceCalls.map(\.isOffered) == [true])
            #expect(try isOffered(runtime))
        }
    }

    @Test func aCallThatCannotBeStoredIsNeverSent() async throws {
        let store = try FailingStore()
        let model = Self.model()
        try await withRuntime(model, store) { runtime, reader, _ in
            store.fail()
            _ = try await start(runtime)
            await runtime.runs.drained()
            // The model made the call, and the store refused it.
            #expect(model.requests.count == 1 && store.refusalCount > 0)
            #expect(!reader.frames().contains("entity.requested"))
            #expect(try isOffered(runtime) == false)
        }
    }
}
