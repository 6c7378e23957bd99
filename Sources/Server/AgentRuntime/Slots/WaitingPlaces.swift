import HeldBytes
import Storage

/// Decides which runs may wait for their clients.
///
/// It has no side effects.
///
/// Such a run has no slot, but it stays in memory as a whole until its client answers or its deadline passes. So the number of places
/// is fixed, and clients share them as they share the queue.
struct WaitingPlaces {
    // One process: the limit counts the waiting runs of this process.
    private var places: FairPlaces
    private var owners: [String: Owner] = [:]
    /// The holds to which the bytes of the runs are counted.
    private var holds: [String: HeldBytes.Hold] = [:]
    private var pace = Pace()

    /// Makes places, all free.
    init(_ limits: LoadLimits) { places = FairPlaces(limits.waitingRuns) }

    /// The number of places in use.
    var count: Int { places.count }

    /// Returns the reason why a run of this client could not wait now; `nil` when it could.
    func refusal(of owner: Owner) -> FairPlaces.Refusal? { places.refusal(of: owner) }

    /// Reserves a place for a run.
    ///
    /// Returns the reason when there is none, and `nil` when the run has a place.
    ///
    /// - Parameter hold: The hold to which the run's bytes are counted, until it leaves.
    mutating func enter(_ run: String, of owner: Owner, _ hold: HeldBytes.Hold? = nil) -> FairPlaces.Refusal? {
        if owners[run] != nil { return nil }
        if let refusal = places.refusal(of: owner) { return refusal }
        restore(run, of: owner, hold)
        return nil
    }

    /// Adds a run that an earlier process accepted: it gets a place even when none is free.
    mutating func restore(_ run: String, of owner: Owner, _ hold: HeldBytes.Hold? = nil) {
        guard owners.updateValue(owner, forKey: run) == nil else { return }
        holds[run] = hold
        places.occupy(by: owner)
    }

    /// Frees the place of a run.
    mutating func leave(_ run: String, at time: ContinuousClock.Instant) {
        guard let owner = owners.removeValue(forKey: run) else { return }
        holds[run] = nil
        places.release(by: owner)
        pace.record(at: time, isLast: owners.isEmpty)
    }

    /// The time after which a refused client should try again, in seconds, from the rate at which places were freed recently.
    var retryAfterSeconds: Int { pace.seconds(until: 1, assuming: 5) }
}
