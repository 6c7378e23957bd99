/// Decides which runs may be at work and which wait, so that no client keeps the others out; does nothing itself.
///
/// - **At work** may be as many as there are slots, of whichever client. A slot that comes free goes to the clients in turn, to
///   each one's run that has waited longest.
/// - **Waiting** may be as many as the queue holds; its places are ``FairPlaces``.
struct RunSlots {
    /// What becomes of a run that comes.
    enum Entry: Equatable {
        /// It has a slot.
        case begin
        /// It waits for one, or for its conversation.
        case wait
        /// There is no place in the queue.
        case refuse(FairPlaces.Refusal)
    }

    private enum Waiting {
        /// The conversation is taken; a slot would be of no use yet.
        case conversation
        case slot
        /// It had a slot before, and waited for its client without one.
        case slotAgain
    }

    private let capacity: Int
    private var working: Set<String> = []
    private var waiting: [String: (client: String, for: Waiting)] = [:]
    private var places: FairPlaces
    /// The runs that wait for a slot, by client.
    private var lines: [String: [String]] = [:]
    /// The clients of those lines, the next to be served first.
    private var order: [String] = []
    /// The pace at which runs go from the queue to work, while others wait.
    private var handovers = Pace()

    /// How many runs are at work.
    var workingCount: Int { working.count }
    /// How many runs wait.
    var queuedCount: Int { waiting.count }

    /// Makes slots.
    init(_ limits: LoadLimits) {
        capacity = max(1, limits.runs)
        places = FairPlaces(limits.queuedRuns)
    }

    /// Whether a run of this client would be refused now.
    func refusal(of client: String, isConversationFree: Bool) -> FairPlaces.Refusal? {
        if isConversationFree, working.count < capacity { return nil }
        return places.refusal(of: client)
    }

    /// A run comes.
    mutating func enter(_ run: String, of client: String, isConversationFree: Bool) -> Entry {
        if let refusal = refusal(of: client, isConversationFree: isConversationFree) { return .refuse(refusal) }
        if isConversationFree, working.count < capacity {
            working.insert(run)
            return .begin
        }
        waiting[run] = (client, isConversationFree ? .slot : .conversation)
        places.take(by: client)
        if isConversationFree { stand(run, inLineOf: client) }
        return .wait
    }

    /// The conversation of a run that waits has come free; true when it has a slot too.
    mutating func conversationIsFree(for run: String) -> Bool {
        guard let found = waiting[run], found.for == .conversation else { return false }
        guard working.count < capacity else {
            waiting[run] = (found.client, .slot)
            stand(run, inLineOf: found.client)
            return false
        }
        stopWaiting(run)
        working.insert(run)
        return true
    }

    /// A run is over, or was stopped while it waited; tells which run has the slot that came free.
    mutating func leave(_ run: String, at time: ContinuousClock.Instant) -> String? {
        if let found = waiting[run] {
            lines[found.client]?.removeAll { $0 == run }
            closeLineIfEmpty(of: found.client)
            stopWaiting(run)
            return nil
        }
        guard working.remove(run) != nil, let client = order.first, let next = lines[client]?.first else { return nil }
        order.removeFirst()
        lines[client]?.removeFirst()
        order.append(client)
        closeLineIfEmpty(of: client)
        stopWaiting(next)
        working.insert(next)
        // The time until the next one says nothing when nobody waits for it.
        handovers.happened(at: time, isLast: order.isEmpty)
        return next
    }

    /// A run that had a slot, and waited for its client without one, is to go on; true when it has one again.
    ///
    /// It was let in long ago, so it is not refused: it waits for a slot before its client's other runs.
    mutating func comeBack(_ run: String, of client: String) -> Bool {
        guard waiting[run] == nil else { return false }
        if working.contains(run) || working.count < capacity {
            working.insert(run)
            return true
        }
        waiting[run] = (client, .slotAgain)
        places.take(by: client)
        let place = (lines[client] ?? []).prefix { waiting[$0]?.for == .slotAgain }.count
        stand(run, inLineOf: client, at: place)
        return false
    }

    /// In how many seconds it is worth trying again, by the pace at which runs have ended of late.
    var retryAfterSeconds: Int { handovers.seconds(until: waiting.count + 1, assuming: 1) }

    private mutating func stand(_ run: String, inLineOf client: String, at place: Int? = nil) {
        if lines[client] == nil { order.append(client) }
        lines[client, default: []].insert(run, at: place ?? lines[client]?.count ?? 0)
    }

    private mutating func closeLineIfEmpty(of client: String) {
        guard lines[client]?.isEmpty == true else { return }
        lines[client] = nil
        order.removeAll { $0 == client }
    }

    private mutating func stopWaiting(_ run: String) {
        guard let client = waiting.removeValue(forKey: run)?.client else { return }
        places.giveBack(by: client)
    }
}
