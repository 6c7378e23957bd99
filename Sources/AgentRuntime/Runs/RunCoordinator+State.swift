extension RunCoordinator {
    /// How far a run is on its way back from waiting for its client.
    enum Return: Equatable {
        /// Room is being made for it.
        case beginning
        /// There was none; it is worth trying again from this time on.
        case refused(until: ContinuousClock.Instant)
        /// It has room and waits for a slot.
        case inLine
    }

    /// What the coordinator knows of its runs, under one lock.
    struct State {
        var runs: [String: LiveRun] = [:]
        /// How the runs that wait for their conversation begin.
        var works: [String: Work] = [:]
        /// How the runs that wait for their client go on.
        var resumptions: [String: Resumption] = [:]
        /// How far those of them are whose calls are all answered.
        var returns: [String: Return] = [:]
        var queue = ConversationQueue()
        var slots: RunSlots
        var waiting: WaitingPlaces
        /// The direct calls that have ended and are not forgotten yet.
        var endedCalls: EndedCalls
        var isStopping = false
        var drainWaiters: [CheckedContinuation<Void, Never>] = []
        /// How many erasures keep runs of a client out, by client.
        var erasures: [String: Int] = [:]
        /// The clients whose erasure an earlier process did not finish.
        var unfinishedErasures: Set<String> = []
        /// The erasures that wait until their client has no run.
        var erasureWaiters: [(client: String, waiter: CheckedContinuation<Void, Never>)] = []

        /// The waiters to be woken: those for the end of all runs that are under way, and those for the end of all runs of a client.
        mutating func takeDrainWaiters() -> [CheckedContinuation<Void, Never>] {
            var waiters: [CheckedContinuation<Void, Never>] = []
            if !drainWaiters.isEmpty, isDrained {
                waiters = drainWaiters
                drainWaiters = []
            }
            guard !erasureWaiters.isEmpty else { return waiters }
            let clients = Set(runs.values.map(\.identity.client))
            waiters += erasureWaiters.filter { !clients.contains($0.client) }.map(\.waiter)
            erasureWaiters.removeAll { !clients.contains($0.client) }
            return waiters
        }

        /// Whether an erasure keeps runs of a client out.
        func isErasing(_ client: String) -> Bool { erasures[client] != nil || unfinishedErasures.contains(client) }

        /// Whether no run is under way: what waits for its client waits in the store, for the next process too.
        var isDrained: Bool { runs.values.allSatisfy(isAtRest) }

        /// Whether a run waits for its client, and nothing is done for it.
        ///
        /// The store has known so since it began to. What came after that and the store did not take is nothing to wait for.
        func isAtRest(_ run: LiveRun) -> Bool { resumptions[run.id] != nil && run.isWaiting }
    }
}
