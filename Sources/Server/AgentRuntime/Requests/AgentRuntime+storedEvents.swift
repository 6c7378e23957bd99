import AgentWire
public import Storage
import Synchronization

extension AgentRuntime {
    /// Reads a run with its events so far, without becoming a reader of it.
    ///
    /// The events of a run in memory are stored first, unless the store fails; the run then has fewer events here, and so has the run of
    /// another node.
    ///
    /// - Parameter body: Called with whole lines of the run's log, in order.
    /// - Returns: The run's record; its status may be later than the events.
    /// - Throws: ``Problem`` when the client has no such run; `StoreError`; `CancellationError`.
    public func readEvents(
        of run: String,
        owner: Owner,
        _ body: (_ lines: [UInt8]) -> Void
    ) async throws -> RunRecord {
        let record = try await record(of: run, owner: owner)
        // A run that is over was stored before its end was shown; one that ends now is stored with its end.
        if runs.liveRun(run) != nil { await runs.writer.flush() }
        var sequence = 0
        while case let chunks = try await runs.store.events(of: run, from: sequence, limit: 64), let last = chunks.last
        {
            for chunk in chunks {
                try Task.checkCancellation()
                body(Array(chunk.dropping(before: sequence).lines))
            }
            sequence = last.end
        }
        return record
    }

    /// Returns a run's record.
    ///
    /// - Throws: ``Problem`` when the client has no such run; `StoreError`.
    public func record(of run: String, owner: Owner) async throws -> RunRecord {
        try await directory.require(run, of: owner).record
    }
}
