public import AgentTools
public import AgentWire
public import Foundation
import LanguageModels
public import Logging
public import Storage
public import StreamingJSON

/// Takes turns: from a request to a run, from a run to its events, and at its end to the stored conversation.
public final class AgentRuntime: Sendable {
    /// The tools that are switched on.
    public let tools: ToolRegistry
    /// The models that may be used.
    public let models: ModelCatalog
    /// What a turn assumes of a caller who does not say.
    public let defaults: TurnDefaults

    let conversations: any ConversationStore
    let logger: Logger
    let now: @Sendable () -> Date
    private let gate = ConversationGate()

    /// Makes a runtime.
    public init(
        conversations: any ConversationStore,
        tools: ToolRegistry,
        models: ModelCatalog,
        defaults: TurnDefaults = TurnDefaults(),
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.conversations = conversations
        self.tools = tools
        self.models = models
        self.defaults = defaults
        self.logger = logger
        self.now = now
    }

    /// Makes a run of a request: everything that can be refused with an HTTP status is checked here, before anything is sent.
    ///
    /// The conversation is held for the run until it ends or the returned value goes.
    ///
    /// - Throws: ``Problem`` when the conversation is not this client's, is taking a turn already, or when the model or a tool
    ///   is not known; ``StoreError`` when the store fails.
    public func prepare(_ request: ChatRequest, client: String) async throws -> Run {
        let entry = try await modelEntry(request.model)
        let tools = try self.tools(request.tools)
        let conversation = request.conversation ?? Identifier.make("conv")
        guard let pass = gate.enter(conversation, of: client) else {
            throw Problem(
                .conversationBusy,
                detail: "another turn of this conversation is going on; wait for its end and send this one again",
                retryAfterSeconds: 1
            )
        }
        let (record, history) = try await load(conversation, isNew: request.conversation == nil, client: client)
        return Run(
            runtime: self,
            pass: pass,
            conversation: record,
            history: history,
            message: request.message,
            model: entry,
            tools: tools,
            context: context(locale: request.locale, timeZone: request.timeZone, message: request.message)
        )
    }

    /// Calls one tool outside any conversation.
    ///
    /// - Throws: Only `CancellationError`; every failure is an outcome that explains itself.
    public func call(
        tool name: String,
        arguments: JSONValue,
        locale: String?,
        timeZone: String?
    ) async throws -> WireToolCall {
        let context = context(locale: locale, timeZone: timeZone, message: "")
        let outcome = try await tools.call(
            name,
            arguments: arguments,
            metadata: context.metadata.mapValues(\.generatedContent),
            for: context.caller
        )
        return WireToolCall(outcome)
    }

    private func context(locale: String?, timeZone: String?, message: String) -> TurnContext {
        TurnContext(
            locale: locale ?? MessageLanguage.locale(of: message) ?? defaults.locale,
            timeZone: timeZone.flatMap(TimeZone.init(identifier:)) ?? defaults.timeZone,
            now: now()
        )
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

    private func load(
        _ id: String,
        isNew: Bool,
        client: String
    ) async throws -> (ConversationRecord, [Transcript.Entry]) {
        let date = now()
        if isNew { return (ConversationRecord(id: id, client: client, createdAt: date, updatedAt: date), []) }
        // A conversation of someone else is not told apart from one that does not exist.
        guard let record = try await conversations.conversation(id), record.client == client else {
            throw Problem(.notFound, detail: "there is no conversation '\(id)'; leave the field out to start one")
        }
        let entries = try await conversations.entries(of: id).map { entry in
            try Transcript.Entry(jsonValue: JSONValue(parsing: entry.json))
        }
        return (record, entries)
    }
}
