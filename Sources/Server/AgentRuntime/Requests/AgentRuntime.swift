public import Accounts
public import AgentTools
public import AgentWire
public import Foundation
import KeyVault
import LanguageModels
public import Logging
import Storage
import StreamingJSON
import Transport

/// Executes requests as runs: makes a run of a request, streams the run's events, and stores the turn in its conversation at the end.
public final class AgentRuntime: Sendable {
    /// The tools that are switched on, also later.
    public let toolCatalog: ToolCatalog
    /// The tools that are switched on at this moment.
    public var tools: ToolRegistry { toolCatalog.current }
    /// The models that may be used.
    public let models: ModelCatalog
    /// The locale and time zone of a turn whose request names none.
    public let defaults: TurnDefaults
    /// The coordinator that executes the runs.
    public let runs: RunCoordinator
    /// Enforces the limits and budgets of clients; `nil` when there are none.
    public let admission: Admission?
    /// The clients, to find out whether one was removed or revoked while its run is active; `nil` when no client can be.
    public let clients: Clients?
    /// The devices of the clients; `nil` when none can register.
    public var devices: DeviceDirectory? { runs.devices }
    /// The metrics of the runs; `nil` when none are collected.
    public let metrics: RunMetrics?

    /// The most tokens that a model may write in a round, for a client whose tokens are counted.
    let outputLimit: Int
    /// Whether requests to models name the user of a client by a keyed hash.
    let sendsSafetyIdentifiers: Bool
    /// The active exports of conversations.
    let exports = ReadLeases.forExports()
    /// The active and waiting searches.
    let searches = ReadLeases.forSearches()
    let logger: Logger
    let now: @Sendable () -> Date

    /// Makes a runtime.
    ///
    /// - Parameters:
    ///   - outputLimit: The most tokens that a model may write in a round, for a client whose tokens or money are counted: this many
    ///     are reserved before the model is called.
    ///   - sendsSafetyIdentifiers: Whether requests to models name the user of a client by a keyed hash.
    public init(
        runs: RunCoordinator,
        toolCatalog: ToolCatalog,
        models: ModelCatalog,
        defaults: TurnDefaults = TurnDefaults(),
        admission: Admission? = nil,
        clients: Clients? = nil,
        outputLimit: Int = 8192,
        sendsSafetyIdentifiers: Bool = true,
        metrics: RunMetrics? = nil,
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.runs = runs
        self.toolCatalog = toolCatalog
        self.models = models
        self.defaults = defaults
        self.admission = admission
        self.clients = clients
        self.outputLimit = outputLimit
        self.sendsSafetyIdentifiers = sendsSafetyIdentifiers
        self.metrics = metrics
        self.logger = logger
        self.now = now
    }

    /// Starts a run for a request and returns a reader at its first event.
    ///
    /// Every check that can fail early happens here, before anything is sent. A request that repeats an idempotency key gets the run of
    /// the first request with that key.
    ///
    /// - Parameters:
    ///   - requestID: The id of the HTTP request, for the log.
    ///   - time: The time at which the request arrived.
    /// - Throws: ``Problem`` when the conversation belongs to another client or has an active turn, when the model or a tool is
    ///   unknown, when the idempotency key belongs to another request, when a direct call needs a person's approval, or when the
    ///   client's limits or the server have no room for another run; `StoreError` when the store fails; `CancellationError`.
    public func start(
        _ request: RunRequest,
        client: Principal,
        idempotencyKey: String? = nil,
        requestID: String? = nil,
        at time: ContinuousClock.Instant = .now
    ) async throws -> RunReader {
        let requester = TurnRequester(
            client: client,
            requestID: requestID,
            times: TurnTimes(requestedAt: time)
        )
        do {
            return try await reader(of: request, from: requester, idempotencyKey)
        } catch let problem as Problem {
            metrics?.recordRefusal(problem.kind)
            throw problem
        }
    }

    private func reader(
        of request: RunRequest,
        from requester: TurnRequester,
        _ idempotencyKey: String?
    ) async throws -> RunReader {
        let token = requester.client.tokenID
        guard let idempotencyKey else {
            if let reader = try await decision(in: request, from: requester.client, nil) { return reader }
            return read(try await startRun(request, request.text, from: requester, key: nil), token: token)
        }
        let owner = requester.client.owner
        let text = request.text
        let key = IdempotencyClaims.Key(owner: owner, key: idempotencyKey)
        switch await runs.claims.claim(key) {
        case .run(let run):
            try Self.check(text, against: run.identity.request)
            return try await kept(run, token: token)
        case .yours:
            let run: LiveRun
            do {
                if let record = try await runs.store.run(of: owner, idempotencyKey: idempotencyKey) {
                    runs.claims.release(key)
                    try Self.check(text, against: record.request)
                    if directory.isElsewhere(record) { throw Problem.elsewhere(record.id) }
                    return RunReader(stored: record.id, store: runs.store)
                }
                // A repeated request must not approve what its run waits for after the first decision.
                if let decision = try await runs.store.keyedAnswer(of: owner, idempotencyKey: idempotencyKey) {
                    runs.claims.release(key)
                    try Self.check(text, against: decision.request)
                    return try await reader(after: decision, token: token)
                }
                if let reader = try await self.decision(in: request, from: requester.client, idempotencyKey) {
                    runs.claims.release(key)
                    return reader
                }
                run = try await startRun(request, text, from: requester, key: key)
            } catch {
                runs.claims.release(key)
                throw error
            }
            return try await kept(run, token: token)
        }
    }

    /// Returns a reader of a run with a key, whose id is sent to nobody before the run outlives the process: a client that repeats its
    /// request after a crash must find this run.
    private func kept(_ run: LiveRun, token: String?) async throws -> RunReader {
        let reader = read(run, token: token)
        try await reader.waitUntilKept()
        return reader
    }

    private static func check(_ request: String, against first: String) throws(Problem) {
        guard request != first else { return }
        // An earlier version stored an empty list where this version stores none.
        let stored = (try? JSONValue(parsing: first)).flatMap(TurnRequest.init(stored:))?.stored.serialized()
        guard request != stored else { return }
        throw Problem(
            .idempotencyMismatch,
            detail: "this Idempotency-Key was sent with another body before; send the same body, or use a new key"
        )
    }

    /// - Parameter text: The request in its stored form.
    private func startRun(
        _ request: RunRequest,
        _ text: String,
        from requester: TurnRequester,
        key: IdempotencyClaims.Key?
    ) async throws -> LiveRun {
        let run =
            switch request {
            case .turn(let turn): try await startTurn(turn, text, from: requester, key: key)
            case .extraction(let extraction):
                try await startModelRun(request, text, from: requester, key: key) { model, _ throws(Problem) in
                    try work(for: extraction, model, requester)
                }
            case .call(let call): try await startCallRun(call, from: requester, key: key)
            }
        // The client may have been removed or revoked since it was authenticated.
        if isRevoked(run) { runs.stop(run, .revoked) }
        if let key {
            run.writeToJournal()
            runs.claims.fulfill(key, with: run)
            // The run may have ended already, before it had this key: its end could not release it.
            if runs.liveRun(run.id) == nil { runs.claims.release(key) }
        }
        return run
    }

    private func startTurn(
        _ turn: TurnRequest,
        _ text: String,
        from requester: TurnRequester,
        key: IdempotencyClaims.Key?
    ) async throws -> LiveRun {
        try await readDevices(for: turn, of: requester.client)
        return try await startModelRun(.turn(turn), text, from: requester, key: key) { model, time throws(Problem) in
            try work(for: turn, model, requester, at: time)
        }
    }

    /// Starts a run that calls a model.
    ///
    /// - Parameters:
    ///   - text: The request in its stored form.
    ///   - makeWork: Makes the work for the model and the time of the request.
    private func startModelRun(
        _ request: RunRequest,
        _ text: String,
        from requester: TurnRequester,
        key: IdempotencyClaims.Key?,
        _ makeWork: (ModelCatalog.Entry, Date) throws(Problem) -> TurnWork
    ) async throws -> LiveRun {
        let admitted = try await RunAdmission(runtime: self, client: requester.client)
            .admit(request, text, requester: requester, key: key, makeWork)
        let run = runs.makeRun(admitted.identity, outlivesReaders: request.outlivesReaders)
        try runs.add(run, onBusy: request.onBusy, holding: admitted.hold, admitted.work.perform)
        return run
    }
}
