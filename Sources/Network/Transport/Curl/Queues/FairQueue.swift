/// The queue that decides which transfer starts next when not all can run.
///
/// Hosts take turns, so a burst to one of them does not block the others. Within a host its callers take turns, and the requests of
/// one caller keep their order. Each operation costs the same, however many transfers wait.
struct FairQueue<ID: Hashable> {
    /// The most transfers that may run at once.
    struct Capacity: Hashable {
        /// For one host.
        var perHost: Int
        /// For all hosts together.
        var overall: Int
    }

    private struct Host {
        var running = 0
        var waiting = 0
        var queues: [String: WaitingQueue<ID>] = [:]
        /// The callers with a waiting transfer, in the order of their turns.
        var turns = WaitingQueue<String>()
    }

    private struct Place {
        var host: String
        var caller: String
    }

    private let capacity: Capacity
    private var running = 0
    private var hosts: [String: Host] = [:]
    private var places: [ID: Place] = [:]
    /// The hosts with a waiting transfer and free capacity, in the order of their turns.
    private var turns = WaitingQueue<String>()

    init(capacity: Capacity) {
        self.capacity = capacity
    }

    /// The number of waiting transfers.
    var waitingCount: Int { places.count }

    /// The number of hosts with a running or waiting transfer.
    var hostCount: Int { hosts.count }

    /// Appends a transfer, even if it can start at once; `next()` returns those that can.
    mutating func enqueue(_ id: ID, host name: String, caller: String) {
        // The host is removed while it changes, because each change would copy its queues otherwise.
        var host = hosts.removeValue(forKey: name) ?? Host()
        host.waiting += 1
        host.queues[caller, default: WaitingQueue()].append(id)
        host.turns.append(caller)
        hosts[name] = host
        places[id] = Place(host: name, caller: caller)
        scheduleTurn(name)
    }

    /// Removes and returns the next transfer that may start; `release(host:)` must be called when it ends.
    mutating func next() -> ID? {
        guard running < capacity.overall, let name = turns.popFirst(), var host = hosts.removeValue(forKey: name),
            let caller = host.turns.popFirst(), var queue = host.queues.removeValue(forKey: caller),
            let id = queue.popFirst()
        else { return nil }
        if !queue.isEmpty {
            host.queues[caller] = queue
            host.turns.append(caller)
        }
        places[id] = nil
        host.waiting -= 1
        host.running += 1
        running += 1
        hosts[name] = host
        scheduleTurn(name)
        return id
    }

    /// Removes a waiting transfer; returns `false` when it does not wait.
    @discardableResult
    mutating func cancel(_ id: ID) -> Bool {
        guard let place = places.removeValue(forKey: id), var host = hosts.removeValue(forKey: place.host) else {
            return false
        }
        host.waiting -= 1
        host.queues[place.caller]?.remove(id)
        if host.queues[place.caller]?.isEmpty == true {
            host.queues[place.caller] = nil
            host.turns.remove(place.caller)
        }
        store(host, place.host)
        return true
    }

    /// Frees the capacity of a transfer to a host that ended.
    mutating func release(host name: String) {
        guard var host = hosts.removeValue(forKey: name) else { return }
        running -= 1
        host.running -= 1
        store(host, name)
        scheduleTurn(name)
    }

    /// Stores a host for as long as one of its transfers runs or waits.
    private mutating func store(_ host: Host, _ name: String) {
        if host.waiting == 0 { turns.remove(name) }
        if host.waiting > 0 || host.running > 0 { hosts[name] = host }
    }

    private mutating func scheduleTurn(_ name: String) {
        guard let host = hosts[name], host.waiting > 0, host.running < capacity.perHost else { return }
        turns.append(name)
    }
}
