public import AgentWire
import Foundation
import Logging
import Storage
import StreamingJSON

extension AgentRuntime {
    /// Takes a client's answers to what its run waits for; when all is answered, the run goes on.
    ///
    /// The answers are stored on return. Sending them again changes nothing, also when the run has gone on or is over.
    ///
    /// - Parameter isReading: Whether the caller wants to read what follows.
    /// - Returns: The reader, from the next event on; `nil` when none was wanted or the run is over.
    /// - Throws: ``Problem`` when there is no such run of this client's, or an answer cannot be taken, and then none is;
    ///   `StoreError`.
    public func answer(
        _ run: String,
        with answers: RunAnswers,
        client: String,
        isReading: Bool
    ) async throws -> RunReader? {
        guard let live = runs.liveRun(run) else {
            guard let record = try await runs.store.run(run), record.client == client else {
                throw Self.unknown(run)
            }
            var actions = RunActions(text: record.pendingCalls) ?? RunActions()
            _ = try actions.take(answers.answers, at: now())
            return nil
        }
        guard live.identity.client == client else { throw Self.unknown(run) }
        let tools = Self.clientTools(of: live.identity.request)
        let next = live.eventCount
        let isComplete = try live.take(answers.answers, at: now()) { name, output in
            tools.first { $0.name == name }?.fault(in: output)
        }
        try await runs.store(live)
        // Before the run goes on, so that its grace does not begin.
        let reader = isReading ? RunReader(live, from: next, store: runs.store) : nil
        if isComplete { runs.resume(live) }
        return reader
    }

    private static func clientTools(of request: String) -> [ClientTool] {
        guard let value = try? JSONValue(parsing: request), let request = try? ChatRequest(jsonValue: value) else {
            return []
        }
        return request.clientTools ?? []
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
            runs.restore(run) { await work.perform($0) }
        }
    }

    private func restored(_ record: RunRecord) async throws -> (LiveRun, TurnWork)? {
        guard let actions = RunActions(text: record.pendingCalls), actions.suspended != nil,
            let value = try? JSONValue(parsing: record.request), let request = try? ChatRequest(jsonValue: value),
            let model = models.entry(named: record.model), let work = try? work(for: request, of: record.client, model)
        else {
            return nil
        }
        let identity = LiveRun.Identity(
            id: record.id,
            client: record.client,
            conversation: record.conversation,
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
