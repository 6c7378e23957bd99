import AgentWire
import Foundation
import Logging
import Storage

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
            readersChanged: { [weak self] in self?.notifyReaderObservers(of: $0, $1) },
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
}
