import AgentWire
public import Storage
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
        try checkMemory(retryAfterSeconds: seconds)
    }

    /// Whether a request of this client's with this key has been seen, so that another one neither begins a run nor answers one.
    func knows(_ idempotencyKey: String, of client: String) async throws -> Bool {
        if claims.isTaken(.init(client: client, key: idempotencyKey)) { return true }
        if try await store.run(of: client, idempotencyKey: idempotencyKey) != nil { return true }
        return try await store.keyedAnswer(of: client, idempotencyKey: idempotencyKey) != nil
    }

    /// Makes sure that a run could wait for its client, without taking a place for it.
    ///
    /// - Throws: ``Problem`` when it could not.
    func checkWaitingPlaces(for client: String) throws(Problem) {
        let (refusal, seconds) = state.withLock { ($0.waiting.refusal(of: client), $0.waiting.retryAfterSeconds) }
        if let refusal { throw Problem(waiting: refusal, hasBegun: false, retryAfterSeconds: seconds) }
    }

    /// Takes a place for a run that is to wait for its client; it is given back when the run goes on or ends.
    ///
    /// - Throws: ``Problem`` when there is none.
    func takeWaitingPlace(for run: LiveRun) throws(Problem) {
        let (refusal, seconds) = state.withLock { state in
            (state.waiting.enter(run.id, of: run.identity.client), state.waiting.retryAfterSeconds)
        }
        if let refusal { throw Problem(waiting: refusal, hasBegun: true, retryAfterSeconds: seconds) }
    }

    /// Makes sure that there is memory for a request.
    ///
    /// - Throws: ``Problem`` when there is none.
    func checkMemory(retryAfterSeconds seconds: Int = 5) throws(Problem) {
        guard let memory, memory.isOver() else { return }
        throw Self.outOfMemory(retryAfterSeconds: seconds)
    }

    /// Sets memory aside for reading a conversation; `nil` when nobody measures memory.
    ///
    /// - Parameter bytes: The conversation's bytes as JSON text, which are parsed into values and entries.
    /// - Throws: ``Problem`` when there is not so much.
    func holdMemory(toRead bytes: Int) throws(Problem) -> MemoryGauge.Hold? {
        guard let memory, bytes > 0 else { return nil }
        guard let hold = memory.hold(bytes * Self.memoryForByte) else { throw Self.outOfMemory() }
        return hold
    }

    /// How many bytes of memory a byte of JSON text takes as text, as a value and as an entry.
    private static var memoryForByte: Int { 4 }

    private static func outOfMemory(retryAfterSeconds seconds: Int = 5) -> Problem {
        Problem(
            .overloaded,
            detail: "the server's memory is used up by the turns that are going on; send it again later",
            retryAfterSeconds: max(seconds, 5)
        )
    }

    static var stopping: Problem {
        Problem(.shuttingDown, detail: "the server is being stopped; send it again", retryAfterSeconds: 5)
    }

    /// A run or another holder leaves its conversation and its slot; whoever may begin now does.
    func leave(_ place: ConversationQueue.Place, by holder: String) {
        // The slot first: who waits for one has waited for nothing else.
        giveSlot(of: holder)
        let next: String? = state.withLock { state in
            state.works[holder] = nil
            guard let id = state.queue.leave(holder, place) else { return nil }
            return state.slots.conversationIsFree(for: id) ? id : nil
        }
        if let next, !start(next) { giveSlot(of: next) }
    }

    /// A run is over or waits for its client: its slot is for the next one.
    func giveSlot(of run: String) {
        var holder = run
        while let next = state.withLock({ $0.slots.leave(holder, at: .now) }), !start(next) { holder = next }
    }

    /// A run has its slot: it begins, or goes on; false when it has no use for one any more.
    private func start(_ id: String) -> Bool {
        let run = liveRun(id)
        guard let run else { return false }
        if let work = state.withLock({ $0.works.removeValue(forKey: id) }) {
            begin(run, work)
            return true
        }
        return goOn(run)
    }

    /// How many runs stand where, those that are over left out.
    public var runCounts: [RunStatus: Int] {
        liveRuns.map(\.status).filter { !$0.isOver }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
