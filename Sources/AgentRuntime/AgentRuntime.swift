public import AgentTools
public import AgentWire
public import Foundation
import LanguageModels
public import Logging
import Storage
public import StreamingJSON

/// Takes turns: from a request to a run, from a run to its events, and at its end to the stored conversation.
public final class AgentRuntime: Sendable {
    /// The tools that are switched on.
    public let tools: ToolRegistry
    /// The models that may be used.
    public let models: ModelCatalog
    /// What a turn assumes of a caller who does not say.
    public let defaults: TurnDefaults
    /// Performs the runs.
    public let runs: RunCoordinator

    let logger: Logger
    let now: @Sendable () -> Date

    /// Makes a runtime.
    public init(
        runs: RunCoordinator,
        tools: ToolRegistry,
        models: ModelCatalog,
        defaults: TurnDefaults = TurnDefaults(),
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.runs = runs
        self.tools = tools
        self.models = models
        self.defaults = defaults
        self.logger = logger
        self.now = now
    }

    /// Begins a run of a request and reads it from its first event.
    ///
    /// Everything that can be refused at once is checked here, before anything is sent. A request that repeats an idempotency key
    /// gets the run that was made for the first one.
    ///
    /// - Throws: ``Problem`` when the conversation is not this client's, is taking a turn already, or when the model or a tool
    ///   is not known, or when the idempotency key belongs to another request; `StoreError` when the store fails.
    public func start(
        _ request: ChatRequest,
        client: String,
        idempotencyKey: String? = nil
    ) async throws -> RunReader {
        guard let idempotencyKey else {
            return RunReader(try await begin(request, client: client, key: nil), from: 0, store: runs.store)
        }
        let text = request.jsonValue.serialized()
        let key = IdempotencyClaims.Key(client: client, key: idempotencyKey)
        switch await runs.claims.claim(key) {
        case .run(let run):
            try Self.check(text, against: run.identity.request)
            return RunReader(run, from: 0, store: runs.store)
        case .yours:
            do {
                if let record = try await runs.store.run(of: client, idempotencyKey: idempotencyKey) {
                    runs.claims.release(key)
                    try Self.check(text, against: record.request)
                    return RunReader(stored: record.id, from: 0, store: runs.store)
                }
                return RunReader(try await begin(request, client: client, key: key), from: 0, store: runs.store)
            } catch {
                runs.claims.release(key)
                throw error
            }
        }
    }

    private static func check(_ request: String, against first: String) throws(Problem) {
        guard request != first else { return }
        throw Problem(
            .idempotencyMismatch,
            detail: "this Idempotency-Key was sent with another body before; send the same body, or use a new key"
        )
    }

    private func begin(_ request: ChatRequest, client: String, key: IdempotencyClaims.Key?) async throws -> LiveRun {
        let model = try await modelEntry(request.model)
        let conversation = request.conversation ?? Identifier.make("conv")
        if request.conversation != nil { try await check(conversation, client: client) }
        let identity = LiveRun.Identity(
            id: Identifier.make("run"),
            client: client,
            conversation: conversation,
            model: model.reference.description,
            request: request.jsonValue.serialized(),
            idempotencyKey: key?.key,
            createdAt: now(),
            deadline: ContinuousClock.now + runs.limits.runDeadline
        )
        let work = try work(for: request, of: client, model)
        let run = runs.makeRun(identity, outlivesReaders: request.onDisconnect == .finish)
        try runs.add(run, onBusy: request.onBusy ?? .refuse) { await work.perform($0) }
        if let key {
            // Before anyone hears of the run: who repeats the request after a crash is to find it.
            run.keepWhatIsShown()
            runs.claims.fulfil(key, with: run)
        }
        return run
    }

    /// What is to be done for a request.
    ///
    /// - Throws: ``Problem`` when a tool is not known, or a client's tool cannot be offered to a model.
    func work(
        for request: ChatRequest,
        of client: String,
        _ model: ModelCatalog.Entry
    ) throws(Problem) -> TurnWork {
        let tools = try self.tools(request.tools)
        return TurnWork(
            coordinator: runs,
            isNew: request.conversation == nil,
            message: request.message,
            model: model,
            tools: tools,
            clientTools: try ClientTool.externalTools(request.clientTools ?? [], beside: tools),
            context: context(request.locale, request.timeZone, message: request.message, client: client)
        )
    }

    /// Makes sure that a conversation is this client's.
    private func check(_ conversation: String, client: String) async throws {
        // One whose first turn is under way is not stored yet.
        if runs.isTaken(.init(client: client, conversation: conversation)) { return }
        // A conversation of someone else is not told apart from one that does not exist.
        guard let record = try await runs.store.conversation(conversation), record.client == client else {
            throw Problem(
                .notFound,
                detail: "there is no conversation '\(conversation)'; leave the field out to start one"
            )
        }
    }

    /// Calls one tool outside any conversation.
    ///
    /// - Throws: Only `CancellationError`; every failure is an outcome that explains itself.
    public func call(
        tool name: String,
        arguments: JSONValue,
        locale: String?,
        timeZone: String?,
        client: String
    ) async throws -> WireToolCall {
        let context = context(locale, timeZone, message: "", client: client)
        let outcome = try await tools.call(
            name,
            arguments: arguments,
            metadata: context.metadata.mapValues(\.generatedContent),
            for: context.caller
        )
        return WireToolCall(outcome)
    }

    private func context(_ locale: String?, _ timeZone: String?, message: String, client: String) -> TurnContext {
        TurnContext(
            locale: locale ?? MessageLanguage.locale(of: message) ?? defaults.locale,
            timeZone: self.timeZone(named: timeZone),
            now: now(),
            client: client
        )
    }

    /// The time zone of a name, or the one for callers who do not say.
    public func timeZone(named name: String?) -> TimeZone {
        name.flatMap(TimeZone.init(identifier:)) ?? defaults.timeZone
    }

    private func modelEntry(_ name: String?) async throws -> ModelCatalog.Entry {
        guard let name else { return try await models.preferred() }
        if let entry = models.entry(named: name) { return entry }
        let known = models.entries.map(\.reference.description).joined(separator: ", ")
        throw Problem(
            .invalidRequest,
            detail: "this server does not offer the model '\(name)'; it offers \(known)",
            faults: [.init(pointer: "#/model", detail: "not one of \(known)")]
        )
    }

    private func tools(_ names: [String]?) throws(Problem) -> ToolRegistry {
        guard let names else { return tools }
        let unknown = names.filter { tools.tool(named: $0) == nil }
        guard unknown.isEmpty else {
            throw Problem(
                .invalidRequest,
                detail: "there is no tool named \(unknown.joined(separator: ", ")); GET /v1/tools lists them",
                faults: [.init(pointer: "#/tools", detail: "unknown: \(unknown.joined(separator: ", "))")]
            )
        }
        return tools.narrowed(to: names)
    }
}
