/// Decides who may start when there is not room for all.
///
/// Hosts take turns, so a burst to one of them cannot hold up the others. At one host its callers take turns, and the requests
/// of one caller keep their order. Every step costs the same, however many wait.
struct FairQueue<ID: Hashable> {
    /// How many transfers may run at once.
    struct Room: Hashable {
        /// To one host.
        var perHost: Int
        /// Altogether.
        var overall: Int
    }

    private struct Host {
        var running = 0
        var waiting = 0
        var lines: [String: WaitingLine<ID>] = [:]
        /// The callers that have somebody in their line, in the order of their turns.
        var turns = WaitingLine<String>()
    }

    private struct Place {
        var host: String
        var caller: String
    }

    private let room: Room
    private var running = 0
    private var hosts: [String: Host] = [:]
    private var places: [ID: Place] = [:]
    /// The hosts that have somebody waiting and room, in the order of their turns.
    private var turns = WaitingLine<String>()

    init(room: Room) {
        self.room = room
    }

    /// How many wait.
    var waitingCount: Int { places.count }

    /// How many hosts are remembered.
    var hostCount: Int { hosts.count }

    /// Stands in line, also when there is room; `next()` says who may go.
    mutating func enqueue(_ id: ID, host name: String, caller: String) {
        // Taken out while it changes, or each change would copy its lines.
        var host = hosts.removeValue(forKey: name) ?? Host()
        host.waiting += 1
        host.lines[caller, default: WaitingLine()].append(id)
        host.turns.append(caller)
        hosts[name] = host
        places[id] = Place(host: name, caller: caller)
        takeTurns(name)
    }

    /// The next one who may start; it must be told when that one is done.
    mutating func next() -> ID? {
        guard running < room.overall, let name = turns.popFirst(), var host = hosts.removeValue(forKey: name),
            let caller = host.turns.popFirst(), var line = host.lines.removeValue(forKey: caller),
            let id = line.popFirst()
        else { return nil }
        if !line.isEmpty {
            host.lines[caller] = line
            host.turns.append(caller)
        }
        places[id] = nil
        host.waiting -= 1
        host.running += 1
        running += 1
        hosts[name] = host
        takeTurns(name)
        return id
    }

    /// Somebody leaves the line; `false` when it did not stand there.
    @discardableResult
    mutating func cancel(_ id: ID) -> Bool {
        guard let place = places.removeValue(forKey: id), var host = hosts.removeValue(forKey: place.host) else {
            return false
        }
        host.waiting -= 1
        host.lines[place.caller]?.remove(id)
        if host.lines[place.caller]?.isEmpty == true {
            host.lines[place.caller] = nil
            host.turns.remove(place.caller)
        }
        keep(host, place.host)
        return true
    }

    /// A transfer to a host is done.
    mutating func release(host name: String) {
        guard var host = hosts.removeValue(forKey: name) else { return }
        running -= 1
        host.running -= 1
        keep(host, name)
        takeTurns(name)
    }

    /// Remembers a host as long as anything of it runs or waits.
    private mutating func keep(_ host: Host, _ name: String) {
        if host.waiting == 0 { turns.remove(name) }
        if host.waiting > 0 || host.running > 0 { hosts[name] = host }
    }

    private mutating func takeTurns(_ name: String) {
        guard let host = hosts[name], host.waiting > 0, host.running < room.perHost else { return }
        turns.append(name)
    }
}
