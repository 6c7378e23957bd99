import Accounts
import AgentTools
import Storage

extension AgentRuntime {
    /// Executes runs until the task is cancelled.
    ///
    /// It stops runs whose client or token was revoked, closes readers with a revoked token, and ends waits for calls whose scope was
    /// removed. Runs that are active at the end are interrupted, and it returns when their ends are stored.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watchRevocations() }
            group.addTask {
                await self.finishErasures()
                repeat {
                    await self.deleteExpiredOfUsers()
                    // Nothing announces the end of a time: plans keep data for whole days, so the upkeep may be minutes late. It also
                    // tries erasures again that the store has failed.
                } while (try? await Task.sleep(for: .seconds(600))) != nil
            }
            group.addTask {
                // The interval of the upkeep is the reason to sleep here.
                while (try? await Task.sleep(for: .seconds(60))) != nil { self.tools.forgetExpiredOutputs() }
            }
            await runs.run()
            group.cancelAll()
        }
    }

    /// Whether the run's client was removed, its token revoked, its issuer removed, or its user blocked or signed out, so that the run
    /// must stop.
    func isRevoked(_ run: LiveRun) -> Bool {
        guard let clients else { return false }
        let identity = run.identity
        return !clients.accepts(identity.owner, token: identity.token, grant: identity.grant)
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
        run.dismissReaders { clients.accepts(run.identity.owner, token: $0) }
    }

    private func watchRevocations() async {
        guard let clients else { return }
        let revocations = clients.revocations()
        await withDiscardingTaskGroup { group in
            // The store, which may be slow, delays no further revocation.
            func apply(_ client: String?) {
                let accepted = stopRuns(of: client)
                group.addTask { await self.refuseLostCalls(of: accepted) }
            }
            // Also for revocations before the subscription.
            apply(nil)
            for await client in revocations { apply(client) }
        }
    }

    /// Stops the runs of revoked clients and tokens and of blocked users, and returns the other ones.
    private func stopRuns(of client: String?) -> [LiveRun] {
        if let clients {
            // Their devices in the store are removed by the erasure of their data.
            devices?.forget { clients.holder($0.client) == nil }
            tools.forgetOutputs { (client == nil || $0.client == client) && clients.holder($0.client) == nil }
        }
        return runs.liveRuns.filter { run in
            guard client == nil || run.identity.owner.client == client else { return false }
            if isRevoked(run) {
                runs.stop(run, .revoked)
                return false
            }
            // Another token of the client started the run, so it continues.
            dismissRefusedReaders(of: run)
            return true
        }
    }
}
