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
        var isStopping = false
        var drainWaiters: [CheckedContinuation<Void, Never>] = []

        /// The waiters to be woken, if no run is under way.
        mutating func takeDrainWaiters() -> [CheckedContinuation<Void, Never>] {
            guard !drainWaiters.isEmpty, isDrained else { return [] }
            defer { drainWaiters = [] }
            return drainWaiters
        }

        /// Whether no run is under way: what waits for its client waits in the store, for the next process too.
        var isDrained: Bool { runs.values.allSatisfy(isAtRest) }

        /// Whether a run waits for its client, and nothing is done for it.
        ///
        /// The store has known so since it began to. What came after that and the store did not take is nothing to wait for.
        func isAtRest(_ run: LiveRun) -> Bool { resumptions[run.id] != nil && run.isWaiting }
    }
}
