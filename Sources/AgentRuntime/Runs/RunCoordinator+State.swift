extension RunCoordinator {
    /// What the coordinator knows of its runs, under one lock.
    struct State {
        var runs: [String: LiveRun] = [:]
        /// How the runs that wait for their conversation begin.
        var works: [String: Work] = [:]
        /// How the runs that wait for their client go on.
        var resumptions: [String: Work] = [:]
        var queue = ConversationQueue()
        var slots: RunSlots
        var isStopping = false
        var drainWaiters: [CheckedContinuation<Void, Never>] = []

        /// The waiters to be woken, if no run is under way.
        mutating func takeDrainWaiters() -> [CheckedContinuation<Void, Never>] {
            guard isDrained else { return [] }
            defer { drainWaiters = [] }
            return drainWaiters
        }

        /// Whether no run is under way: what waits for its client waits in the store, for the next process too.
        var isDrained: Bool { runs.values.allSatisfy(\.isAtRest) }
    }
}
