import Accounts
import AgentTools
import AgentWire
import Foundation
import KeyVault
import LanguageModels
import Logging
import Secrets
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

/// A runtime with limits for clients, executing over a store in memory.
struct LimitedRuntime: Sendable {
    let runtime: AgentRuntime
    let admission: Admission
    let store: any Store

    /// Starts a runtime for the duration of `body`; its limits see a clock that always shows noon.
    static func with<Result: Sendable>(
        _ model: any LanguageModel,
        store: (any Store)? = nil,
        tools: ToolRegistry = ToolRegistry([]),
        load: LoadLimits = LoadLimits(),
        outputLimit: Int = 1000,
        sendsSafetyIdentifiers: Bool = true,
        clients: Clients? = nil,
        prices: PriceTable = .builtIn,
        defaults: TurnDefaults = TurnDefaults(),
        _ body: @Sendable (LimitedRuntime) async throws -> Result
    ) async throws -> Result {
        let store = try store ?? SQLiteStore(path: nil)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let metrics = RunMetrics()
        let admission = try await Admission(
            store: store,
            prices: prices,
            now: { Date(timeIntervalSince1970: 1_795_000_000) }
        )
        let runtime = AgentRuntime(
            runs: RunCoordinator(
                store: store,
                journal: nil,
                limits: RunLimits(disconnectGrace: .zero, storeDelay: .milliseconds(10)),
                load: load,
                observers: [metrics],
                logger: logger
            ),
            toolCatalog: ToolCatalog(tools),
            models: ModelCatalog(.init(reference: ModelReference("openai:m") ?? .phrasebook, model: model)),
            defaults: defaults,
            admission: admission,
            clients: clients,
            outputLimit: outputLimit,
            sendsSafetyIdentifiers: sendsSafetyIdentifiers,
            metrics: metrics,
            logger: logger
        )
        try await runtime.runs.recover()
        try await runtime.restoreWaitingRuns()
        let running = LimitedRuntime(runtime: runtime, admission: admission, store: store)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runtime.run() }
            defer { group.cancelAll() }
            let result = try await body(running)
            // A stopping server persists the usage, too.
            try await admission.flush()
            return result
        }
    }

    /// Returns the clients of a store, and a new one of them.
    static func client(
        of store: SQLiteStore,
        _ limits: ClientLimits = .none,
        scopes: Set<Scope> = Scope.forClients
    ) async throws -> (Clients, Principal) {
        let folder = NSTemporaryDirectory() + "torii-clients-\(UUID().uuidString)"
        let keys = try MasterKeySources(defaultFile: folder + "/master.key").load(creatingIfMissing: true)
        try FileManager.default.removeItem(atPath: folder)
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKeys: keys))
        let draft = ClientDraft(name: "phone", scopes: scopes, limits: limits)
        let token = try await clients.create(draft, by: .torii).token.withBytes { String(decoding: $0, as: UTF8.self) }
        return (clients, try #require(clients.authenticate(token).client))
    }

    /// Starts a turn whose run outlives its readers.
    func start(
        _ message: String,
        _ client: Principal = .alice,
        conversation: String? = nil,
        onBusy: ChatRequest.BusyPolicy? = nil
    ) async throws -> RunReader {
        let tool = ClientTool(name: "act", description: "acts", parameters: ["type": "object", "properties": [:]])
        return try await runtime.start(
            ChatRequest(
                message: message,
                conversation: conversation,
                clientTools: [tool],
                onDisconnect: .finish,
                onBusy: onBusy
            ),
            client: client
        )
    }

    /// Answers the calls that a run waits for.
    func answer(_ run: String, _ client: Principal = .alice) async throws {
        _ = try await runtime.answer(
            run,
            with: RunAnswers(outputs: [("c", .output("acted"))]),
            owner: client.owner,
            isReading: false
        )
    }

    /// Reads a run to its end, and returns its status.
    ///
    /// - Throws: An error if the reader is closed before.
    func ending(_ run: String, _ client: Principal = .alice) async throws -> String {
        if let reader = try await runtime.reader(of: run, after: nil, owner: client.owner) {
            reading: while true {
                switch try await reader.next() {
                case .over: break reading
                case .closed:
                    try reader.check()
                    throw CancellationError()
                default: continue
                }
            }
        }
        return try await runtime.run(run, owner: client.owner).status
    }

    /// Returns the conversation of a run.
    func conversation(of run: String, _ client: Principal = .alice) async throws -> String {
        try await runtime.run(run, owner: client.owner).conversation
    }

    /// Returns the used and reserved tokens of the day, and the number of the client's active runs.
    func books(of client: Principal) async throws -> (tokens: Int, runs: Int) {
        let limitStatuses = try await admission.limitStatuses(of: client)
        func gone(_ name: LimitName) -> Int {
            limitStatuses.first { $0.name == name }.map { $0.quota - $0.remaining } ?? 0
        }
        return (gone(.tokensPerDay), gone(.concurrentRuns))
    }

    /// Checks that no run has a slot or a conversation, and that a client has used this number of tokens and has none reserved.
    func expectNothingHeld(
        of client: Principal,
        tokens: Int? = nil,
        _ place: SourceLocation = #_sourceLocation
    ) async throws {
        await runtime.runs.drained()
        runtime.runs.state.withLock { state in
            #expect(state.runs.isEmpty, sourceLocation: place)
            #expect(state.works.isEmpty, sourceLocation: place)
            #expect(state.turnHolds.isEmpty, sourceLocation: place)
            #expect(state.resumptions.isEmpty, sourceLocation: place)
            #expect(state.resumptionProgress.isEmpty, sourceLocation: place)
            #expect(state.slots.workingCount == 0, sourceLocation: place)
            #expect(state.slots.queuedCount == 0, sourceLocation: place)
            #expect(state.waiting.count == 0, sourceLocation: place)
            #expect(state.queue.isEmpty, sourceLocation: place)
        }
        let books = try await books(of: client)
        #expect(books.runs == 0, sourceLocation: place)
        if let tokens { #expect(books.tokens == tokens, sourceLocation: place) }
    }
}
