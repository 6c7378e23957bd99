import AgentWire
public import Storage
import Synchronization

extension RunCoordinator {
    /// Checks that there is room for a run, without reserving it.
    ///
    /// It is called early, before the run has used any resources.
    ///
    /// - Throws: ``Problem`` when there is no room, or when the server is stopping.
    func checkRoom(for client: String) throws(Problem) {
        let (isStopping, refusal, seconds) = state.withLock { state in
            let refusal = state.slots.refusal(of: client, isConversationFree: true)
            return (state.isStopping, refusal, state.slots.retryAfterSeconds)
        }
        if isStopping { throw Self.stopping }
        if let refusal { throw Problem(refusal, retryAfterSeconds: seconds) }
        try checkMemory(retryAfterSeconds: seconds)
    }

    /// Whether this client has sent a request with this key before, so that a repetition starts no run and answers none.
    func knows(_ idempotencyKey: String, of client: String) async throws -> Bool {
        if claims.isTaken(.init(client: client, key: idempotencyKey)) { return true }
        if try await store.run(of: client, idempotencyKey: idempotencyKey) != nil { return true }
        return try await store.keyedAnswer(of: client, idempotencyKey: idempotencyKey) != nil
    }

    /// Checks that a run could wait for its client, without reserving a place.
    ///
    /// - Throws: ``Problem`` when it could not.
    func checkWaitingPlaces(for client: String) throws(Problem) {
        let (refusal, seconds) = state.withLock { ($0.waiting.refusal(of: client), $0.waiting.retryAfterSeconds) }
        if let refusal { throw Problem(waiting: refusal, hasBegun: false, retryAfterSeconds: seconds) }
    }

    /// Reserves a place for a run that is about to wait for its client.
    ///
    /// The place is freed when the run resumes or ends.
    ///
    /// - Throws: ``Problem`` when there is no place.
    func takeWaitingPlace(for run: LiveRun) throws(Problem) {
        let (refusal, seconds) = state.withLock { state in
            (state.waiting.enter(run.id, of: run.identity.client), state.waiting.retryAfterSeconds)
        }
        if let refusal { throw Problem(waiting: refusal, hasBegun: true, retryAfterSeconds: seconds) }
    }

    /// Checks that there is memory for a request.
    ///
    /// - Throws: ``Problem`` when there is none.
    func checkMemory(retryAfterSeconds seconds: Int = 5) throws(Problem) {
        guard let memory, memory.isOver() else { return }
        throw Self.outOfMemory(retryAfterSeconds: seconds)
    }

    /// Reserves memory for reading a conversation; `nil` when memory is not measured.
    ///
    /// - Parameter bytes: The bytes of the conversation as JSON text, which is parsed into values and entries.
    /// - Throws: ``Problem`` when there is too little memory.
    func holdMemory(toRead bytes: Int) throws(Problem) -> MemoryGauge.Hold? {
        guard let memory, bytes > 0 else { return nil }
        guard let hold = memory.hold(bytes * Self.memoryForByte) else { throw Self.outOfMemory() }
        return hold
    }

    /// The bytes of memory for each byte of JSON text: the text, its value and its entry.
    private static var memoryForByte: Int { 4 }

    private static func outOfMemory(retryAfterSeconds seconds: Int = 5) -> Problem {
        Problem(
            .overloaded,
            detail: "the active turns use up the server's memory; send the request again later",
            retryAfterSeconds: max(seconds, 5)
        )
    }

    static var stopping: Problem {
        Problem(.shuttingDown, detail: "the server is stopping; send the request again", retryAfterSeconds: 5)
    }

    /// Releases the conversation and the slot of a run or another holder, and starts the runs that waited for them.
    func leave(_ place: ConversationQueue.Place, by holder: String) {
        // The slot is released first, because a run that waits for a slot has waited for nothing else.
        giveSlot(of: holder)
        let next: String? = state.withLock { state in
            state.works[holder] = nil
            guard let id = state.queue.leave(holder, place) else { return nil }
            return state.slots.conversationIsFree(for: id) ? id : nil
        }
        if let next, !start(next) { giveSlot(of: next) }
    }

    /// Releases the slot of a run that is over or waits for its client, and hands it to the next run.
    func giveSlot(of run: String) {
        var holder = run
        while let next = state.withLock({ $0.slots.leave(holder, at: .now) }), !start(next) { holder = next }
    }

    /// Starts or resumes a run that has a slot now; false when the run needs no slot any more.
    private func start(_ id: String) -> Bool {
        let run = liveRun(id)
        guard let run else { return false }
        if let work = state.withLock({ $0.works.removeValue(forKey: id) }) {
            begin(run, work)
            return true
        }
        return goOn(run)
    }

    /// The number of active runs by status.
    public var runCounts: [RunStatus: Int] {
        liveRuns.map(\.status).filter { !$0.isOver }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
