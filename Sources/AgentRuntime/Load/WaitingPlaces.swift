/// Decides which runs may wait for their clients; does nothing itself.
///
/// Such a run has no slot, but it is kept in memory whole, and only its client or its deadline ends that. So there are so many places,
/// which clients share as they share the queue.
struct WaitingPlaces {
    private var places: FairPlaces
    private var clients: [String: String] = [:]
    private var pace = Pace()

    /// Makes places.
    init(_ limits: LoadLimits) { places = FairPlaces(limits.waitingRuns) }

    /// How many are taken.
    var count: Int { places.count }

    /// Why a run of this client could not wait now; `nil` when it could.
    func refusal(of client: String) -> FairPlaces.Refusal? { places.refusal(of: client) }

    /// A run is to wait; tells why it cannot, and `nil` when it has a place.
    mutating func enter(_ run: String, of client: String) -> FairPlaces.Refusal? {
        if clients[run] != nil { return nil }
        if let refusal = places.refusal(of: client) { return refusal }
        restore(run, of: client)
        return nil
    }

    /// A run waits that was let in by an earlier process: it has a place, also where there is none.
    mutating func restore(_ run: String, of client: String) {
        guard clients.updateValue(client, forKey: run) == nil else { return }
        places.take(by: client)
    }

    /// A run waits no longer.
    mutating func leave(_ run: String, at time: ContinuousClock.Instant) {
        guard let client = clients.removeValue(forKey: run) else { return }
        places.giveBack(by: client)
        pace.happened(at: time, isLast: clients.isEmpty)
    }

    /// In how many seconds it is worth trying again, by the pace at which places have come free of late.
    var retryAfterSeconds: Int { pace.seconds(until: 1, assuming: 5) }
}
