import Accounts
import AgentTools
import Storage

extension AgentRuntime {
    /// Executes runs until the task is cancelled.
    ///
    /// It stops runs whose client or token was revoked, and closes readers with a revoked token. Runs that are active at the end are
    /// interrupted, and it returns when their ends are stored.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watchRevocations() }
            group.addTask { await self.finishErasures() }
            group.addTask {
                // The interval of the upkeep is the reason to sleep here.
                while (try? await Task.sleep(for: .seconds(60))) != nil { self.tools.forgetExpiredOutputs() }
            }
            await runs.run()
            group.cancelAll()
        }
    }

    /// Whether the run's client was removed or its token revoked, so that the run must stop.
    func isRevoked(_ run: LiveRun) -> Bool {
        guard let clients else { return false }
        return !clients.accepts(run.identity.owner.client, token: run.identity.token)
    }

    /// Returns a reader of a run for a client's token, at a place.
    func read(_ run: LiveRun, from place: RunPlace = .start, skipping skipped: Int = 0, token: String?) -> RunReader {
        let reader = RunReader(run, from: place, skipping: skipped, token: token, store: runs.store)
        // The token may have been revoked since it was authenticated.
        if !isRevoked(run) { dismissRefusedReaders(of: run) }
        runs.dismissReadersIfStopping(of: run)
        return reader
    }

    private func dismissRefusedReaders(of run: LiveRun) {
        guard let clients else { return }
        run.dismissReaders { clients.accepts(run.identity.owner.client, token: $0) }
    }

    private func watchRevocations() async {
        guard let clients else { return }
        let revocations = clients.revocations()
        // Also for revocations before the subscription.
        stopRuns(of: nil)
        for await client in revocations { stopRuns(of: client) }
    }

    private func stopRuns(of client: String?) {
        // What the store has of their devices is removed by the erasure of their data.
        if let clients { devices?.forget { clients.holder($0.client) == nil } }
        for run in runs.liveRuns where client == nil || run.identity.owner.client == client {
            if isRevoked(run) {
                runs.stop(run, .revoked)
            } else {
                // Another token of the client started the run, so it continues.
                dismissRefusedReaders(of: run)
            }
        }
    }
}
