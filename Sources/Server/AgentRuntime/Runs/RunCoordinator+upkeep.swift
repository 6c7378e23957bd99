import AgentWire
import Storage
import Synchronization

extension RunCoordinator {
    /// Once a second, stores new events, stops runs that exceed their time limits, and resumes answered runs; every ten minutes,
    /// deletes expired data.
    func watchTime() async {
        let clock = ContinuousClock()
        var nextClearing = clock.now
        while !Task.isCancelled {
            let runs = liveRuns
            let time = clock.now
            for run in runs {
                if run.hasMissedDeadline(at: time) { stop(run, .deadline) }
                run.giveUpOnStore(at: time)
            }
            await storage.refresh { try await store.verifyWritable() }
            await expireActions(of: runs)
            await resumeAnswered(of: runs)
            if writer.isInDebt || !runs.allSatisfy(\.isQuiet) { writer.requestFlush() }
            if nextClearing <= time {
                nextClearing = time + Self.clearingInterval
                await deleteExpired()
            }
            // The interval of the store: the only reason to sleep here.
            try? await Task.sleep(for: limits.storeDelay)
        }
    }

    private static var clearingInterval: Duration { .seconds(600) }
}
