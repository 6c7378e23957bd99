public import AgentWire
import Foundation
import Storage
import Synchronization

extension AgentRuntime {
    /// Reads a run after an event, or from its beginning.
    ///
    /// - Parameters:
    ///   - sequence: The number of the last event that was received.
    ///   - token: The id of the token that it is read with; when that is revoked, the reader is closed.
    /// - Returns: The reader; `nil` when all was received, and nothing more will come.
    /// - Throws: ``Problem`` when there is no such run of this client's; `StoreError`.
    public func reader(
        of run: String,
        after sequence: Int?,
        client: String,
        token: String? = nil
    ) async throws -> RunReader? {
        let next = sequence.map { $0 + 1 } ?? 0
        if let live = runs.liveRun(run) {
            guard live.identity.client == client else { throw Self.unknown(run) }
            return read(live, from: next, token: token)
        }
        let record = try await storedRun(run, client: client)
        return next < record.eventCount ? RunReader(stored: run, from: next, store: runs.store) : nil
    }

    /// Stops a run; one that is over stays as it is.
    ///
    /// - Throws: As ``run(_:client:)``.
    public func cancel(_ run: String, client: String) async throws {
        guard let live = runs.liveRun(run) else {
            _ = try await storedRun(run, client: client)
            return
        }
        guard live.identity.client == client else { throw Self.unknown(run) }
        runs.stop(live, .requested)
    }

    /// Where a run stands, and what it has answered.
    ///
    /// - Throws: ``Problem`` when there is no such run of this client's; `StoreError`.
    public func run(_ id: String, client: String) async throws -> RunDescription {
        if let live = runs.liveRun(id) {
            guard live.identity.client == client else { throw Self.unknown(id) }
            let (record, outcome) = live.state.withLock { state in
                var outcome = state.outcome
                outcome.keepActions { state.actions.isOpen($0.call) }
                return (live.record(state), outcome)
            }
            return RunDescription(record, outcome)
        }
        let record = try await storedRun(id, client: client)
        return RunDescription(record, try await RunOutcome(of: id, in: runs.store))
    }

    private func storedRun(_ id: String, client: String) async throws -> RunRecord {
        guard let record = try await runs.store.run(id), record.client == client else { throw Self.unknown(id) }
        return record
    }

    /// A run of someone else is not told apart from one that does not exist.
    static func unknown(_ run: String) -> Problem {
        Problem(.notFound, detail: "there is no run '\(run)'; it may have been deleted since")
    }
}

extension RunDescription {
    init(_ record: RunRecord, _ outcome: RunOutcome) {
        self.init(
            run: record.id,
            conversation: record.conversation,
            model: record.model,
            status: record.status.rawValue,
            eventCount: record.eventCount,
            createdAt: record.createdAt,
            updatedAt: record.updatedAt,
            outcome: outcome
        )
    }
}
