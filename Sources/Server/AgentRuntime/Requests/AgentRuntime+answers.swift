import Accounts
import AgentTools
public import AgentWire
import Foundation
import KeyVault
import LanguageModels
import Logging
public import Storage
import StreamingJSON

extension AgentRuntime {
    /// Accepts a client's answers to the calls that its run waits for; when all are answered, the run resumes.
    ///
    /// The answers are stored when this function returns. The same answers again change nothing, even when the run has resumed or is
    /// over.
    ///
    /// - Parameters:
    ///   - token: The id of the token that the caller reads with; see ``reader(of:after:client:token:)``.
    ///   - keepsToolChoice: Whether a call that the run's request requires is required again after the answers.
    ///   - isReading: Whether the caller needs a reader of the events that follow.
    /// - Returns: The reader, at the next event; `nil` when none was requested or the run is over.
    /// - Throws: ``Problem`` when the client has no such run, when one of the answers is invalid and therefore none is accepted, or
    ///   when the store cannot store them now; `StoreError` when it cannot be read.
    public func answer(
        _ run: String,
        with answers: RunAnswers,
        owner: Owner,
        token: String? = nil,
        keepsToolChoice: Bool = false,
        isReading: Bool
    ) async throws -> RunReader? {
        let live: LiveRun
        switch try await directory.require(run, of: owner) {
        case .live(let found): live = found
        case .elsewhere: throw Problem.elsewhere(run)
        case .stored(let record):
            var actions = RunActions(text: record.pendingCalls) ?? RunActions()
            let answered = clientAnswers(to: record.request, of: owner, actions.suspended?.sender, at: record.createdAt)
            _ = try actions.accept(answers.answers, at: now()) { _, _ in
                []
            } wording: {
                answered?.worded($0, to: $1, $2)
            }
            return nil
        }
        let (request, sender) = (live.identity.request, live.identity.sender)
        let answered = clientAnswers(to: request, of: owner, sender, at: live.identity.createdAt)
        try await devices?.read(owner)
        let place = live.place
        let former = live.actions.deviceCalls
        let app = { [devices] (call: DeviceCall) in devices?.toolbox(of: owner)?.app(at: call.place) }
        let isComplete = try live.accept(answers.answers, keepingToolChoice: keepsToolChoice, at: now()) {
            name,
            output in
            answered?.faults(in: output, of: name) ?? []
        } wording: {
            answered?.worded($0, to: $1, $2)
        } report: { answer, call in
            DeviceOutputCheck(app: app(call)).checked(DeviceReport(answer, to: call), of: call)
        }
        // Answers that cannot be stored now are stored later, and the run resumes then.
        defer { live.finishAnswering() }
        do {
            try await runs.store(live)
        } catch {
            throw Problem(
                .overloaded,
                detail:
                    "the answers could not be stored yet, and would be lost if the server restarted; send them again later",
                retryAfterSeconds: Self.storeRetrySeconds
            )
        }
        devices?.publish(former, live.actions.deviceCalls, of: live.identity)
        // Before the run resumes, so that its grace window does not start.
        let reader = isReading ? read(live, from: place, token: token) : nil
        if isComplete { await runs.resume(live) }
        return reader
    }

    /// The time after which a client should try a failing store again, in seconds.
    private static var storeRetrySeconds: Int { 5 }

    /// Returns the object that accepts the client's answers for a run, from the run's request and the time of that.
    private func clientAnswers(
        to request: String,
        of owner: Owner,
        _ sender: RunSender?,
        at time: Date
    ) -> ClientToolAnswers? {
        guard let value = try? JSONValue(parsing: request), let request = TurnRequest(stored: value) else { return nil }
        // Narrowed as in the turn, because a server's tool that the client may not call is a tool of the client.
        let holder = clients?.currentHolder(of: owner).map { sender?.narrowing($0) ?? $0 }
        let tools = tools
        let names = (request.tools ?? tools.names).filter { name in
            holder.map { $0.may(.tool(tools.tool(named: name)?.name ?? name)) } ?? true
        }
        let caller = context(request.locale, request.timeZone, message: request.message, owner: owner).caller
        return clientAnswers(to: request, caller, beside: tools.narrowed(to: names), at: time)
    }

    /// Restores the runs that processes have left waiting for their clients which are gone.
    ///
    /// Called after ``RunCoordinator/recover()``.
    ///
    /// A run that cannot resume because its model or one of its tools no longer exists is interrupted.
    ///
    /// - Throws: `StoreError`.
    public func restoreWaitingRuns() async throws {
        for record in try await runs.store.unfinishedRuns(of: runs.lease.leftWork) where record.status == .waiting {
            guard let (run, work) = try await restored(record) else {
                try await runs.interrupt(record)
                continue
            }
            // Before devices learn of the calls; the store is written when the run resumes.
            _ = run.refuseCalls { lostScopeText($0, of: run) }
            runs.restore(run, work.resumption)
            if isRevoked(run) {
                runs.stop(run, .revoked)
            } else if run.actions.isComplete {
                await runs.resume(run)
            }
        }
    }

    private func restored(_ record: RunRecord) async throws -> (LiveRun, TurnWork)? {
        guard let actions = RunActions(text: record.pendingCalls), actions.suspended != nil,
            let value = try? JSONValue(parsing: record.request), var request = TurnRequest(stored: value),
            let model = models.entry(named: record.model)
        else {
            return nil
        }
        try await devices?.read(record.owner)
        let tools = tools(of: record.owner)
        // A tool whose scope was removed does not end the run: its calls are refused.
        request.tools?.removeAll { name in
            tools.tool(named: name).map { missingScope(for: $0, of: record.owner) != nil } ?? false
        }
        let requester = try await requester(of: record, actions.suspended?.sender)
        var found = try? work(for: request, model, requester, at: record.createdAt)
        if found == nil, request.toolChoice != .auto {
            // The choice may require the tool that was left out.
            request.toolChoice = .auto
            found = try? work(for: request, model, requester, at: record.createdAt)
        }
        guard let work = found else { return nil }
        let identity = LiveRun.Identity(
            id: record.id,
            owner: record.owner,
            token: actions.suspended?.token,
            sender: actions.suspended?.sender,
            conversation: record.conversation,
            title: ConversationTitle.of(.turn(request)),
            model: record.model,
            request: record.request,
            question: TurnContent.Question(request),
            idempotencyKey: record.idempotencyKey,
            createdAt: record.createdAt,
            deadline: nil
        )
        let restored = LiveRun.Restored(
            worker: record.worker,
            eventCount: record.eventCount,
            outcome: try await RunOutcome(of: record.id, in: runs.store),
            actions: actions,
            timeLeft: runs.limits.runDeadline,
            timeline: try await runs.store.timeline(of: record.id)
        )
        let run = runs.makeRun(identity, outlivesReaders: request.onDisconnect == .finish, restored: restored)
        return (run, work)
    }
}
