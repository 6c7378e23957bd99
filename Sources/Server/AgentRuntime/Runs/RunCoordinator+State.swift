import Foundation
import HeldBytes
import Storage

extension RunCoordinator {
    /// The progress of a run that resumes after it has waited for its client.
    enum ResumptionProgress: Equatable {
        /// Its tokens are being reserved.
        case reserving
        /// The reservation was refused; the next attempt is due at this time.
        case refused(until: ContinuousClock.Instant)
        /// It has its reservation and waits for a slot.
        case queued
    }

    /// The coordinator's state, under one lock.
    struct State {
        /// The runs of this process; ``RunDirectory`` finds the others.
        var runs: [String: LiveRun] = [:]
        /// The work of the runs that wait for a slot or their conversation.
        var works: [String: Work] = [:]
        /// The resumptions of the runs that wait for their client.
        var resumptions: [String: Resumption] = [:]
        /// The progress of those of them that resume.
        var resumptionProgress: [String: ResumptionProgress] = [:]
        /// The bytes of the active turns.
        var turnHolds: [String: HeldBytes.Hold] = [:]
        var queue = ConversationQueue()
        var slots: RunSlots
        var waiting: WaitingPlaces
        /// The direct calls that have ended and are still in memory.
        var endedCalls: EndedCalls
        var isStopping = false
        var drainWaiters: [CheckedContinuation<Void, Never>] = []
        /// The number of erasures that block runs of an owner, and of the users of a client.
        var erasures: [Owner: Int] = [:]
        /// The owners whose erasure an earlier process did not finish.
        var unfinishedErasures: Set<Owner> = []
        /// The users that are erased, or were in the last minutes, with the times of the ends: requests of theirs may still be under way.
        var erasedUsers: [Owner: Date] = [:]
        /// The erasures that wait until no run of theirs is left.
        var erasureWaiters: [(erased: @Sendable (Owner) -> Bool, waiter: CheckedContinuation<Void, Never>)] = []

        /// Removes and returns the waiters to resume: those for the end of all active runs, and those for the end of all runs of
        /// an erasure.
        mutating func dequeueDrainWaiters() -> [CheckedContinuation<Void, Never>] {
            var waiters: [CheckedContinuation<Void, Never>] = []
            if !drainWaiters.isEmpty, isDrained {
                waiters = drainWaiters
                drainWaiters = []
            }
            guard !erasureWaiters.isEmpty else { return waiters }
            let owners = Set(runs.values.map(\.identity.owner))
            waiters += erasureWaiters.filter { !owners.contains(where: $0.erased) }.map(\.waiter)
            erasureWaiters.removeAll { !owners.contains(where: $0.erased) }
            return waiters
        }

        /// Whether an erasure blocks runs of an owner: one of its data, or one of its client.
        func isErasing(_ owner: Owner) -> Bool {
            erasures[owner] != nil || unfinishedErasures.contains(owner) || erasedUsers[owner] != nil
                || owner.user != nil && isErasing(Owner(client: owner.client))
        }

        /// Whether no run is active.
        ///
        /// A run that waits for its client does not count, because it waits in the store, also for the next process.
        var isDrained: Bool { runs.values.allSatisfy(isAtRest) }

        /// Whether a run waits for its client without any work for it.
        ///
        /// The store has had this state since the wait started. Later changes that it refused need not be waited for.
        func isAtRest(_ run: LiveRun) -> Bool { resumptions[run.id] != nil && run.isWaiting }
    }
}
