import Accounts
import AgentTools
public import AgentWire
import Foundation
import KeyVault
import LanguageModels
import Logging
import Storage
import StreamingJSON

extension AgentRuntime {
    /// Takes a client's answers to what its run waits for; when all is answered, the run goes on.
    ///
    /// The answers are stored on return. Sending them again changes nothing, also when the run has gone on or is over.
    ///
    /// - Parameters:
    ///   - token: The id of the token that the caller reads with; see ``reader(of:after:client:token:)``.
    ///   - isReading: Whether the caller wants to read what follows.
    /// - Returns: The reader, from the next event on; `nil` when none was wanted or the run is over.
    /// - Throws: ``Problem`` when there is no such run of this client's, or an answer cannot be taken, and then none is; also when
    ///   the store does not take them now; `StoreError` when it cannot be read.
    public func answer(
        _ run: String,
        with answers: RunAnswers,
        client: String,
        token: String? = nil,
        isReading: Bool
    ) async throws -> RunReader? {
        guard let live = runs.liveRun(run) else {
            guard let record = try await runs.store.run(run), record.client == client else {
                throw Self.unknown(run)
            }
            var actions = RunActions(text: record.pendingCalls) ?? RunActions()
            let answered = clientAnswers(to: record.request, of: client, at: record.createdAt)
            _ = try actions.take(answers.answers, at: now()) { _, _ in
                []
            } wording: {
                answered?.worded($0, to: $1, $2)
            }
            return nil
        }
        guard live.identity.client == client else { throw Self.unknown(run) }
        let answered = clientAnswers(to: live.identity.request, of: client, at: live.identity.createdAt)
        let place = live.place
        let isComplete = try live.take(answers.answers, at: now()) { name, output in
            answered?.faults(in: output, of: name) ?? []
        } wording: {
            answered?.worded($0, to: $1, $2)
        }
        // What cannot be stored now is stored later, and the run goes on then.
        defer { live.answererLeft() }
        do {
            try await runs.store(live)
        } catch {
            throw Problem(
                .overloaded,
                detail:
                    "the answers could not be stored yet, and would be lost if the server were restarted; send them again later",
                retryAfterSeconds: Self.storeRetrySeconds
            )
        }
        // Before the run goes on, so that its grace does not begin.
        let reader = isReading ? read(live, from: place, token: token) : nil
        if isComplete { await runs.resume(live) }
        return reader
    }

    /// After how long a store that takes nothing is worth trying again.
    private static var storeRetrySeconds: Int { 5 }

    /// What takes the client's answers of a run in, as its request was when it came.
    private func clientAnswers(to request: String, of client: String, at time: Date) -> ClientToolAnswers? {
        guard let value = try? JSONValue(parsing: request), let request = TurnRequest(stored: value) else { return nil }
        // As narrow as the turn has them: what its client may not call of the server's is the client's own tool.
        let holder = clients?.holder(client)
        let names = (request.tools ?? tools.names).filter { name in
            holder.map { $0.may(.tool(tools.tool(named: name)?.name ?? name)) } ?? true
        }
        return clientAnswers(to: request, of: client, beside: tools.narrowed(to: names), at: time)
    }

    /// Goes on waiting with the runs that an earlier process left waiting; after ``RunCoordinator/recover()``.
    ///
    /// One that cannot be gone on with, because its model or a tool is not there any more, is interrupted.
    ///
    /// - Throws: `StoreError`.
    public func restoreWaitingRuns() async throws {
        for record in try await runs.store.unfinishedRuns() where record.status == .waiting {
            guard let (run, work) = try await restored(record) else {
                try await runs.interrupt(record)
                continue
            }
            runs.restore(run, work.resumption)
            if isShutOut(run) {
                runs.stop(run, .revoked)
            } else if run.actions.isComplete {
                await runs.resume(run)
            }
        }
    }

    private func restored(_ record: RunRecord) async throws -> (LiveRun, TurnWork)? {
        guard let actions = RunActions(text: record.pendingCalls), actions.suspended != nil,
            let value = try? JSONValue(parsing: record.request), let request = TurnRequest(stored: value),
            let model = models.entry(named: record.model),
            let work = try? work(for: request, model, asker(of: record), at: record.createdAt)
        else {
            return nil
        }
        let identity = LiveRun.Identity(
            id: record.id,
            client: record.client,
            token: actions.suspended?.token,
            conversation: record.conversation,
            title: ConversationTitle.of(.turn(request)),
            model: record.model,
            request: record.request,
            idempotencyKey: record.idempotencyKey,
            createdAt: record.createdAt,
            deadline: nil
        )
        let left = LiveRun.Left(
            eventCount: record.eventCount,
            outcome: try await RunOutcome(of: record.id, in: runs.store),
            actions: actions,
            timeLeft: runs.limits.runDeadline
        )
        let run = runs.makeRun(identity, outlivesReaders: request.onDisconnect == .finish, left: left)
        return (run, work)
    }
}
