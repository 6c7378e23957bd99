import AgentWire
import Foundation
import Logging
import Storage
import Synchronization

extension RunCoordinator {
    /// Makes a run with its callbacks to the coordinator.
    func makeRun(_ identity: LiveRun.Identity, outlivesReaders: Bool, restored: LiveRun.Restored? = nil) -> LiveRun {
        let age = max(0, now().timeIntervalSince(identity.createdAt))
        return LiveRun(
            identity,
            of: lease.worker,
            outlivesReaders: outlivesReaders,
            requestedAt: .now - .seconds(age),
            restored: restored,
            executor: executor(),
            appendToJournal: { [weak self] in self?.appendToJournal($0) ?? .kept },
            requestStorage: { [weak self] in self?.writer.requestFlush() },
            timelineChanged: { [weak self] in self?.notifyTimelineObservers(of: $0) },
            beginGrace: { [weak self] run, absence in self?.beginGrace(run, absence) }
        )
    }

    /// Appends an entry to the journal.
    ///
    /// A full disk is logged once and stops no run; nothing waits for an entry that could not be written.
    private func appendToJournal(_ entry: JournalEntry) -> JournalKeeping {
        guard let journal else { return .kept }
        do {
            let keeping = try journal.append(entry)
            if storage.fault(of: .journal) != nil { storage.record(nil, of: .journal) }
            return keeping
        } catch {
            let wasBroken = storage.fault(of: .journal) != nil
            storage.record(error, of: .journal)
            guard !wasBroken else { return .kept }
            logger.error("Events that clients receive would not survive a crash", metadata: ["error": "\(error)"])
            return .kept
        }
    }

    private func beginGrace(_ run: LiveRun, _ absence: Int) {
        guard limits.disconnectGrace > .zero, !run.identity.isDirectCall else {
            // Unstructured, as in `stop`, because a reader that leaves must not wait until the end is stored.
            if run.graceEnded(absence) { Task { await endWithoutWork(run) } }
            return
        }
        absences.continuation.yield((run, absence))
    }

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
            if !runs.allSatisfy(\.isQuiet) { writer.requestFlush() }
            if nextClearing <= time {
                nextClearing = time + Self.clearingInterval
                await deleteExpired()
            }
            // The interval of the store: the only reason to sleep here.
            try? await Task.sleep(for: limits.storeDelay)
        }
    }

    private static var clearingInterval: Duration { .seconds(600) }

    /// Deletes the data whose retention period is over.
    func deleteExpired() async {
        // One process: each process would delete the same runs, which costs time and loses nothing.
        let time = now()
        do {
            try await repeating { limit in
                let retention = min(limits.callRetention, limits.runRetention)
                return try await store.deleteCalls(endedBefore: time - retention.timeInterval, limit: limit)
            }
            try await repeating { limit in
                try await store.deleteRuns(endedBefore: time - limits.runRetention.timeInterval, limit: limit)
            }
            try await devices?.store.deleteLateOutputs(
                receivedBefore: time - limits.deviceCalls.lateOutputs.timeInterval
            )
            guard let retention = limits.conversationRetention else { return }
            try await repeating { limit in
                try await store.deleteConversations(updatedBefore: time - retention.timeInterval, limit: limit)
            }
        } catch is CancellationError {
            // The server stops.
        } catch {
            logger.warning("Expired data could not be deleted", metadata: ["error": "\(StoreError.reason(of: error))"])
        }
    }

    /// Deletes in batches, so that the store is never blocked for long.
    private func repeating(_ delete: (Int) async throws -> Int) async throws {
        while try await delete(100) > 0 { try Task.checkCancellation() }
    }
}

extension Duration {
    fileprivate var timeInterval: TimeInterval { self / .seconds(1) }
}
