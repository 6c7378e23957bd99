import Synchronization

extension RunCoordinator {
    /// Releases the conversation and the slot of a run or another holder, and starts the runs that waited for them.
    func release(_ place: ConversationQueue.Place, by holder: String) {
        // The slot is released first, because a run that waits for a slot has waited for nothing else.
        releaseSlot(of: holder)
        let next: String? = state.withLock { state in
            state.works[holder] = nil
            guard let id = state.queue.leave(holder, place) else { return nil }
            return state.slots.freeConversation(for: id) ? id : nil
        }
        if let next, !startOrResume(next) { releaseSlot(of: next) }
    }

    /// Releases the slot and the bytes of a run that is over or waits for its client, and hands the slot to the next run.
    func releaseSlot(of run: String) {
        state.withLock { $0.turnHolds[run] = nil }
        var holder = run
        while let next = state.withLock({ $0.slots.leave(holder, at: .now) }), !startOrResume(next) { holder = next }
    }

    /// Starts or resumes a run that has a slot now; false when the run needs no slot any more.
    private func startOrResume(_ id: String) -> Bool {
        let run = liveRun(id)
        guard let run else { return false }
        if let work = state.withLock({ $0.works.removeValue(forKey: id) }) {
            start(run, work)
            return true
        }
        return resumeWithSlot(run)
    }
}
