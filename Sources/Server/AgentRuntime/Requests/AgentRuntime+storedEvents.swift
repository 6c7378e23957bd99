public import AgentWire
import Foundation
public import Storage
import Synchronization

extension AgentRuntime {
    /// Reads a run with its events so far, without becoming a reader of it.
    ///
    /// The events of a run in memory are stored first, unless the store fails; the run then has fewer events here, and so has the run of
    /// another node.
    ///
    /// - Parameter body: Called with whole lines of the run's log, in order.
    /// - Returns: The run's start.
    /// - Throws: ``Problem`` when the client has no such run; `StoreError`; `CancellationError`.
    public func readEvents(
        of run: String,
        owner: Owner,
        _ body: (_ lines: [UInt8]) -> Void
    ) async throws -> RunStart {
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
        return RunStart(
            run: run,
            conversation: record.conversation,
            model: record.model,
            createdAt: Int(record.createdAt.timeIntervalSince1970)
        )
    }

    /// Whether a run waits for calls that others must approve or make.
    ///
    /// - Throws: ``Problem`` when the client has no such run; `StoreError`.
    public func isWaiting(_ run: String, owner: Owner) async throws -> Bool {
        try await record(of: run, owner: owner).status == .waiting
    }

    /// Returns a run's record.
    ///
    /// - Throws: ``Problem`` when the client has no such run; `StoreError`.
    public func record(of run: String, owner: Owner) async throws -> RunRecord {
        try await directory.require(run, of: owner).record
    }
}
