import Accounts

extension AgentRuntime {
    /// Performs runs until the task is cancelled, stops those of tokens that are shut out and sends their readers away; runs that are under way at the end are
    /// interrupted, and it returns when their ends are stored.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watchRevocations() }
            group.addTask { await self.finishErasures() }
            await runs.run()
            group.cancelAll()
        }
    }

    /// Whether what the run's token has begun may go on no longer.
    func isShutOut(_ run: LiveRun) -> Bool {
        guard let clients else { return false }
        return !clients.accepts(run.identity.client, token: run.identity.token)
    }

    /// Reads a run for a client's token, from an event on.
    func read(_ run: LiveRun, from place: RunPlace = .start, skipping skipped: Int = 0, token: String?) -> RunReader {
        let reader = RunReader(run, from: place, skipping: skipped, token: token, store: runs.store)
        // It may have happened between authentication and now.
        if !isShutOut(run) { dismissRefusedReaders(of: run) }
        runs.dismissReadersIfStopping(of: run)
        return reader
    }

    private func dismissRefusedReaders(of run: LiveRun) {
        guard let clients else { return }
        run.dismissReaders { clients.accepts(run.identity.client, token: $0) }
    }

    private func watchRevocations() async {
        guard let clients else { return }
        let revocations = clients.revocations()
        // Of whatever has happened before anyone listened, too.
        stopRuns(of: nil)
        for await client in revocations { stopRuns(of: client) }
    }

    private func stopRuns(of client: String?) {
        for run in runs.liveRuns where client == nil || run.identity.client == client {
            if isShutOut(run) {
                runs.stop(run, .revoked)
            } else {
                // It was begun with another token of the client's, and goes on.
                dismissRefusedReaders(of: run)
            }
        }
    }
}
