import Storage

/// Decides which runs execute and which wait, so that no client can have all slots, and no user all those of a client.
///
/// It has no side effects.
///
/// - **Executing:** as many runs as there are slots, of any owner. Free slots are handed out round-robin across clients, and within a
///   client across its users; of an owner's runs, the one that has waited longest is next.
/// - **Waiting:** as many runs as the queue has places; ``FairPlaces`` shares them among owners.
struct RunSlots {
    // One process: the limit counts the running runs of this process, and its queue is fair to the clients of this process.

    /// The decision about a new run.
    enum Entry: Equatable {
        /// It has a slot.
        case begin
        /// It waits for a slot, or for its conversation.
        case wait
        /// It is refused, because the queue has no place for it.
        case refuse(FairPlaces.Refusal)
    }

    private enum Waiting {
        /// Another run has the conversation; a slot would be useless.
        case conversation
        case slot
        /// It had a slot before, and waited for its client without one.
        case slotAgain
    }

    private let capacity: Int
    private var working: Set<String> = []
    private var waiting: [String: (owner: Owner, for: Waiting)] = [:]
    private var places: FairPlaces
    /// The runs that wait for a slot.
    private var lines = FairLines()
    /// The rate at which waiting runs get slots.
    private var handovers = Pace()

    /// The number of runs that execute.
    var workingCount: Int { working.count }
    /// The number of runs that wait.
    var queuedCount: Int { waiting.count }

    /// Makes slots, all free.
    init(_ limits: LoadLimits) {
        capacity = max(1, limits.runs)
        places = FairPlaces(limits.queuedRuns)
    }

    /// Returns the reason why a run of this owner would be refused now; `nil` when it would be accepted.
    func refusal(of owner: Owner, isConversationFree: Bool) -> FairPlaces.Refusal? {
        if isConversationFree, working.count < capacity { return nil }
        return places.refusal(of: owner)
    }

    /// Adds a run.
    mutating func enter(_ run: String, of owner: Owner, isConversationFree: Bool) -> Entry {
        if let refusal = refusal(of: owner, isConversationFree: isConversationFree) { return .refuse(refusal) }
        if isConversationFree, working.count < capacity {
            working.insert(run)
            return .begin
        }
        waiting[run] = (owner, isConversationFree ? .slot : .conversation)
        places.occupy(by: owner)
        if isConversationFree { lines.insert(run, of: owner) }
        return .wait
    }

    /// Records that the conversation of a waiting run is free; true when the run also gets a slot.
    mutating func freeConversation(for run: String) -> Bool {
        guard let found = waiting[run], found.for == .conversation else { return false }
        guard working.count < capacity else {
            waiting[run] = (found.owner, .slot)
            lines.insert(run, of: found.owner)
            return false
        }
        stopWaiting(run)
        working.insert(run)
        return true
    }

    /// Removes a run that is over, or was stopped while it waited.
    ///
    /// Returns the run that gets the free slot.
    mutating func leave(_ run: String, at time: ContinuousClock.Instant) -> String? {
        if let found = waiting[run] {
            lines.remove(run, of: found.owner)
            stopWaiting(run)
            return nil
        }
        guard working.remove(run) != nil, let next = lines.next() else { return nil }
        stopWaiting(next)
        working.insert(next)
        // The time until the next handover means nothing when no run waits for it.
        handovers.record(at: time, isLast: lines.isEmpty)
        return next
    }

    /// Adds a run that had a slot and waited for its client without one; true when it has a slot again.
    ///
    /// It was accepted long ago, and is therefore not refused: it gets a slot before its owner's other runs.
    mutating func enterAgain(_ run: String, of owner: Owner) -> Bool {
        guard waiting[run] == nil else { return false }
        if working.contains(run) || working.count < capacity {
            working.insert(run)
            return true
        }
        waiting[run] = (owner, .slotAgain)
        places.occupy(by: owner)
        lines.insert(run, of: owner, at: lines.line(of: owner).prefix { waiting[$0]?.for == .slotAgain }.count)
        return false
    }

    /// The time after which a refused client should try again, in seconds, from the rate at which runs have ended recently.
    var retryAfterSeconds: Int { handovers.seconds(until: waiting.count + 1, assuming: 1) }

    private mutating func stopWaiting(_ run: String) {
        guard let owner = waiting.removeValue(forKey: run)?.owner else { return }
        places.release(by: owner)
    }
}
