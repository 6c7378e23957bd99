public import Accounts
public import AgentTools
public import AgentWire
public import Foundation
import KeyVault
import LanguageModels
public import Logging
import Storage
import StreamingJSON
import Telemetry
import Transport

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
    /// Holds clients to their limits and budgets; `nil` for none.
    public let admission: Admission?
    /// Tells when a client is shut out while a run of its goes on; `nil` when none ever is.
    public let clients: Clients?
    /// Counts what happens; `nil` when nobody looks.
    public let measures: RunMeasures?

    /// How many tokens a model may write in a round for a client whose tokens are counted.
    let outputLimit: Int
    /// The exports of conversations that are going on.
    let exports = ExportLeases()
    let logger: Logger
    let now: @Sendable () -> Date

    /// Makes a runtime.
    ///
    /// - Parameters:
    ///   - outputLimit: How many tokens a model may write in a round for a client whose tokens or money are counted: so much is set
    ///     aside before the model is asked.
    public init(
        runs: RunCoordinator,
        tools: ToolRegistry,
        models: ModelCatalog,
        defaults: TurnDefaults = TurnDefaults(),
        admission: Admission? = nil,
        clients: Clients? = nil,
        outputLimit: Int = 8192,
        measures: RunMeasures? = nil,
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.runs = runs
        self.tools = tools
        self.models = models
        self.defaults = defaults
        self.admission = admission
        self.clients = clients
        self.outputLimit = outputLimit
        self.measures = measures
        self.logger = logger
        self.now = now
    }

    /// Begins a run of a request and reads it from its first event.
    ///
    /// Everything that can be refused at once is checked here, before anything is sent. A request that repeats an idempotency key
    /// gets the run that was made for the first one.
    ///
    /// - Parameters:
    ///   - requestID: The id of the HTTP request, for the log.
    ///   - time: When the request came.
    /// - Throws: ``Problem`` when the conversation is not this client's, is taking a turn already, or when the model or a tool
    ///   is not known, when the idempotency key belongs to another request, when a person has to be asked before a direct call, or when
    ///   the client's limits or the server have no room for another run; `StoreError` when the store fails; `CancellationError`.
    public func start(
        _ request: RunRequest,
        client: Client,
        idempotencyKey: String? = nil,
        requestID: String? = nil,
        at time: ContinuousClock.Instant = .now
    ) async throws -> RunReader {
        let asker = TurnAsker(client: client, requestID: requestID, times: TurnTimes(asked: time))
        do {
            return try await reader(of: request, from: asker, idempotencyKey)
        } catch let problem as Problem {
            measures?.refused(problem.kind)
            throw problem
        }
    }

    private func reader(
        of request: RunRequest,
        from asker: TurnAsker,
        _ idempotencyKey: String?
    ) async throws -> RunReader {
        guard let idempotencyKey else {
            if let reader = try await decision(in: request, from: asker.client, nil) { return reader }
            return read(try await begin(request, request.text, from: asker, key: nil), token: asker.client.tokenID)
        }
        let client = asker.client.id
        let text = request.text
        let key = IdempotencyClaims.Key(client: client, key: idempotencyKey)
        switch await runs.claims.claim(key) {
        case .run(let run):
            try Self.check(text, against: run.identity.request)
            return read(run, token: asker.client.tokenID)
        case .yours:
            do {
                if let record = try await runs.store.run(of: client, idempotencyKey: idempotencyKey) {
                    runs.claims.release(key)
                    try Self.check(text, against: record.request)
                    return RunReader(stored: record.id, store: runs.store)
                }
                // A repeated request must not approve what its run waits for after the first decision.
                if let decision = try await runs.store.keyedAnswer(of: client, idempotencyKey: idempotencyKey) {
                    runs.claims.release(key)
                    try Self.check(text, against: decision.request)
                    return try await reader(after: decision, token: asker.client.tokenID)
                }
                if let reader = try await self.decision(in: request, from: asker.client, idempotencyKey) {
                    runs.claims.release(key)
                    return reader
                }
                return read(try await begin(request, text, from: asker, key: key), token: asker.client.tokenID)
            } catch {
                runs.claims.release(key)
                throw error
            }
        }
    }

    private static func check(_ request: String, against first: String) throws(Problem) {
        guard request != first else { return }
        // An earlier version wrote an empty list where this one writes none.
        let stored = (try? JSONValue(parsing: first)).flatMap(TurnRequest.init(stored:))?.stored.serialized()
        guard request != stored else { return }
        throw Problem(
            .idempotencyMismatch,
            detail: "this Idempotency-Key was sent with another body before; send the same body, or use a new key"
        )
    }

    /// - Parameter text: The request as it is stored.
    private func begin(
        _ request: RunRequest,
        _ text: String,
        from asker: TurnAsker,
        key: IdempotencyClaims.Key?
    ) async throws -> LiveRun {
        let run =
            switch request {
            case .turn(let turn):
                try await begin(request, text, from: asker, key: key) { model, time throws(Problem) in
                    try work(for: turn, model, asker, at: time)
                }
            case .extraction(let extraction):
                try await begin(request, text, from: asker, key: key) { model, _ throws(Problem) in
                    try work(for: extraction, model, asker)
                }
            case .call(let call): try await begin(call, from: asker, key: key)
            }
        // It may have happened between authentication and now.
        if isShutOut(run) { runs.stop(run, .revoked) }
        if let key {
            // Before anyone hears of the run: who repeats the request after a crash is to find it.
            run.keepWhatIsShown()
            runs.claims.fulfil(key, with: run)
            // It may be over already, and has let go of a key that it did not hold yet.
            if runs.liveRun(run.id) == nil { runs.claims.release(key) }
        }
        return run
    }

    /// Begins a run that asks a model.
    ///
    /// - Parameters:
    ///   - text: The request as it is stored.
    ///   - makeWork: Makes the work of the model and the time of the request.
    private func begin(
        _ request: RunRequest,
        _ text: String,
        from asker: TurnAsker,
        key: IdempotencyClaims.Key?,
        _ makeWork: (ModelCatalog.Entry, Date) throws(Problem) -> TurnWork
    ) async throws -> LiveRun {
        let client = asker.client.id
        try runs.checkRoom(for: client)
        let model = try await modelEntry(request.model)
        let size = try await size(for: request, text, client: client)
        let time = now()
        let work = try makeWork(model, time)
        if work.mayWait { try runs.checkWaitingPlaces(for: client) }
        let identity = LiveRun.Identity(
            id: Identifier.make("run", at: time),
            client: client,
            token: asker.client.tokenID,
            conversation: work.place == .apart ? "" : request.conversation ?? Identifier.make("conv", at: time),
            title: ConversationTitle.of(request),
            model: model.reference.description,
            request: text,
            idempotencyKey: key?.key,
            requestID: asker.requestID,
            traceID: TraceContext.current?.traceID,
            createdAt: time,
            deadline: ContinuousClock.now + runs.limits.runDeadline
        )
        try await admit(work, as: identity, after: size.bytes)
        let run = runs.makeRun(identity, outlivesReaders: request.outlivesReaders)
        try runs.add(run, onBusy: request.onBusy, work.perform)
        return run
    }

    /// What is to be done for a turn.
    ///
    /// - Throws: ``Problem`` when a tool is not known, a client's tool cannot be offered to a model, or the answer's schema cannot be
    ///   asked for.
    func work(
        for request: TurnRequest,
        _ model: ModelCatalog.Entry,
        _ asker: TurnAsker,
        at time: Date
    ) throws(Problem) -> TurnWork {
        let tools = try self.tools(request.tools, for: asker.client, at: request.dialect.toolsPointer)
        let context = context(request.locale, request.timeZone, message: request.message, client: asker.client.id)
        let clientTools = try ClientTool.externalTools(request.clientTools, beside: tools, in: request.dialect)
        let format = try Self.format(request.responseFormat, request.confidence, for: model)
        let meter = meter(of: model, for: asker, hasShape: request.responseFormat != nil)
        var limited = request
        // Also of a turn that begins with outputs, whose options stand with an earlier message.
        limited.sampling.maximumOutputTokens =
            [request.sampling.maximumOutputTokens, meter.askedLimit].compactMap(\.self).min()
        let input = try limited.sessionInput(schema: format?.schema) { index in
            if let index, index < request.inputPlaces.count { return request.inputPlaces[index] }
            return request.dialect == .native ? "#/message" : "#/messages"
        }
        try Self.check(request.toolChoice, among: tools.names + clientTools.map(\.name))
        try Self.check(input, for: model)
        if request.wantsJSONObject { try Self.checkWritesJSON(model) }
        return TurnWork(
            coordinator: runs,
            place: TurnWork.Place(request.conversation),
            input: input,
            instructions: context.instructions(input.instructions, wantsJSON: request.wantsJSONObject),
            model: model,
            tools: tools,
            clientTools: clientTools,
            clientAnswers: clientAnswers(to: request, of: asker.client.id, beside: tools, at: time),
            format: format,
            wantsJSON: request.wantsJSONObject,
            valueText: ValueText(of: request, format, callsTools: !tools.tools.isEmpty || !clientTools.isEmpty),
            context: context,
            meter: meter,
            trace: TraceContext.current,
            times: asker.times,
            makeRoom: { [self] in await room(for: $0, of: $1) }
        )
    }

    /// What takes the client's answers in.
    ///
    /// - Parameter time: When the request came, so that an answer is worded the same whenever it comes.
    func clientAnswers(
        to request: TurnRequest,
        of client: String,
        beside tools: ToolRegistry,
        at time: Date
    ) -> ClientToolAnswers {
        var caller = context(request.locale, request.timeZone, message: request.message, client: client).caller
        caller.now = time
        return ClientToolAnswers(tools: tools, clientTools: request.clientTools, caller: caller)
    }

    /// The size of the request's conversation and of its client, which the store keeps: no entry is read for it.
    ///
    /// - Parameter text: The request as it is stored.
    /// - Throws: ``Problem`` when the conversation is not this client's, or when one of the two may not grow; `StoreError`.
    func size(for request: RunRequest, _ text: String, client: String) async throws -> StoredSize {
        // One whose first turn is under way is not stored yet; looked at first, because it may be stored while the size is read.
        let isTaken = request.conversation.map { runs.isTaken(.init(client: client, conversation: $0)) } ?? true
        var size = try await runs.store.size(of: request.conversation, client: client)
        // Otherwise every request that comes while another is answered would find the room that is left for one.
        size.clientBytes += runs.pendingBytes(of: client)
        // A conversation of someone else is not told apart from one that does not exist.
        if let conversation = request.conversation, !isTaken, size.owner != client {
            throw Problem(
                .notFound,
                detail: "there is no conversation '\(conversation.excerpt())'; leave the field out to start one"
            )
        }
        if let problem = runs.conversationLimits.problem(of: size, adding: text.utf8.count) { throw problem }
        return size
    }

    func context(_ locale: String?, _ timeZone: String?, message: String, client: String) -> TurnContext {
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

    func modelEntry(_ name: String?) async throws -> ModelCatalog.Entry {
        guard let name else { return try await models.preferred() }
        let entry = models.entry(named: name)
        if let entry, try await entry.isReady() { return entry }
        let known = try await models.ready().map(\.description).joined(separator: ", ")
        if let entry {
            throw Problem(
                .invalidRequest,
                detail:
                    "this server has no key for the model '\(entry.reference)', so nothing was sent; it offers \(known)",
                faults: [
                    .init(
                        pointer: "#/model",
                        detail: "there is no key of \(entry.reference.provider.rawValue)",
                        kind: .unknownModel
                    )
                ]
            )
        }
        throw Problem(
            .invalidRequest,
            detail: "this server does not offer the model '\(name.excerpt())'; it offers \(known)",
            faults: [.init(pointer: "#/model", detail: "not one of \(known)", kind: .unknownModel)]
        )
    }
}
