import AgentWire
import Synchronization

extension RunCoordinator {
    /// Makes sure that there is room for a run, without taking it: early, before the run has cost anything.
    ///
    /// - Throws: ``Problem`` when there is none, or when the server is being stopped.
    func checkRoom(for client: String) throws(Problem) {
        let (isStopping, refusal, seconds) = state.withLock { state in
            let refusal = state.slots.refusal(of: client, isConversationFree: true)
            return (state.isStopping, refusal, state.slots.retryAfterSeconds)
        }
        if isStopping { throw Self.stopping }
        if let refusal { throw Problem(refusal, retryAfterSeconds: seconds) }
        guard let memory, memory.isOver() else { return }
        throw Problem(
            .overloaded,
            detail: "the server's memory is used up by the turns that are going on; send it again later",
            retryAfterSeconds: max(seconds, 5)
        )
    }

    static var stopping: Problem {
        Problem(.shuttingDown, detail: "the server is being stopped; send it again", retryAfterSeconds: 5)
    }

    /// A run or another holder leaves its conversation and its slot; tells which runs may begin now, and how.
    func letNextIn(after holder: String, _ place: ConversationQueue.Place) -> [(run: LiveRun, work: Work)] {
        state.withLock { state in
            state.works[holder] = nil
            var next: [String] = []
            // The slot first: who waits for one has waited for nothing else.
            if let id = state.slots.leave(holder, at: .now) { next.append(id) }
            if let id = state.queue.leave(holder, place), state.slots.conversationIsFree(for: id) { next.append(id) }
            return next.compactMap { id in
                guard let run = state.runs[id], let work = state.works.removeValue(forKey: id) else { return nil }
                return (run, work)
            }
        }
    }

    /// A run waits for its client: its slot is for the next one.
    func giveSlot(of run: LiveRun) {
        let next: (run: LiveRun, work: Work)? = state.withLock { state in
            guard let id = state.slots.leave(run.id, at: .now), let next = state.runs[id],
                let work = state.works.removeValue(forKey: id)
            else { return nil }
            return (next, work)
        }
        if let next { begin(next.run, next.work) }
    }

    /// A run that has waited for its client goes on.
    func takeSlotAgain(_ run: LiveRun) { state.withLock { $0.slots.comeBack(run.id) } }
}
