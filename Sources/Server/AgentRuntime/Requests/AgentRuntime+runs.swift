public import AgentWire
import Foundation
public import Storage
import StreamingJSON
import Synchronization

extension AgentRuntime {
    /// Returns a reader of a run after an event, or at its start.
    ///
    /// - Parameters:
    ///   - sequence: The number of the last event that the client received.
    ///   - token: The id of the token that the client reads with; when the token is revoked, the reader is closed.
    /// - Returns: The reader; `nil` when the client has received all events of an ended run.
    /// - Throws: ``Problem`` when the client has no such run, another node performs it, or it has no event with this number; `StoreError`.
    public func reader(
        of run: String,
        after sequence: Int?,
        owner: Owner,
        token: String? = nil
    ) async throws -> RunReader? {
        let next = try Self.next(after: sequence)
        switch try await directory.require(run, of: owner) {
        case .live(let live):
            let isOver = live.isOver
            let count = live.place.native
            try Self.check(next, of: run, eventCount: count)
            // An ended run stays in memory for a moment.
            if isOver, next == count { return nil }
            return read(live, from: .start, skipping: next, token: token)
        case .elsewhere: throw Problem.elsewhere(run)
        case .stored(let record):
            let count = next == 0 ? record.eventCount : try await RunOutcome(of: run, in: runs.store).nativeCount
            try Self.check(next, of: run, eventCount: count)
            return next < count ? RunReader(stored: run, skipping: next, store: runs.store) : nil
        }
    }

    /// Returns the number of the event after an event.
    private static func next(after sequence: Int?) throws(Problem) -> Int {
        guard let sequence else { return 0 }
        let (next, isTooLarge) = sequence.addingReportingOverflow(1)
        guard !isTooLarge, next >= 0 else {
            throw Problem(
                .invalidRequest,
                detail: "the number of an event must be 0 or more; leave it out to read from the first event"
            )
        }
        return next
    }

    /// Checks that a reader does not start after an event that does not exist yet, because it would miss the events up to that number.
    private static func check(_ next: Int, of run: String, eventCount: Int) throws(Problem) {
        guard next > eventCount else { return }
        let known =
            eventCount == 0
            ? "this run has no event yet" : "the last event of this run is \(run):\(eventCount - 1)"
        throw Problem(
            .invalidRequest,
            detail:
                "\(known), so no event follows \(next - 1); resume after an event that you received from this run"
        )
    }

    /// Stops a run; one that is over stays as it is.
    ///
    /// - Throws: As ``run(_:client:)``; ``Problem`` when another node performs the run.
    public func cancel(_ run: String, owner: Owner) async throws {
        switch try await directory.require(run, of: owner) {
        case .live(let live): runs.stop(live, .requested)
        case .elsewhere: throw Problem.elsewhere(run)
        case .stored: break
        }
    }

    /// Returns the status of a run and its results; those of a run on another node are up to a second old.
    ///
    /// - Throws: ``Problem`` when the client has no such run; `StoreError`.
    public func run(_ id: String, owner: Owner) async throws -> RunDescription {
        switch try await directory.require(id, of: owner) {
        case .live(let live):
            let (record, outcome) = live.state.withLock { state in
                var outcome = state.outcome
                outcome.keepActions { state.actions.isOpen($0.call) }
                return (live.record(state), outcome)
            }
            return RunDescription(record, outcome)
        case .stored(let record), .elsewhere(let record):
            return RunDescription(record, try await RunOutcome(of: id, in: runs.store))
        }
    }

    /// The runs, wherever they are performed.
    var directory: RunDirectory { RunDirectory(runs: runs) }
}

extension RunDescription {
    init(_ record: RunRecord, _ outcome: RunOutcome) {
        self.init(
            run: record.id,
            conversation: record.conversation,
            model: record.model,
            tool: record.tool,
            status: record.status.rawValue,
            eventCount: outcome.nativeCount,
            createdAt: record.createdAt,
            updatedAt: record.updatedAt,
            outcome: outcome
        )
    }
}
