import Storage

/// The runs that wait for a slot: clients are served in turn, and within a client its owners in turn.
///
/// It has no side effects. The line of an owner has its runs in their order.
struct FairLines {
    /// The lines of a client.
    private struct Client {
        var lines: [Owner: [String]] = [:]
        /// The owners of the lines; the first is served next.
        var order: [Owner] = []
    }

    private var clients: [String: Client] = [:]
    /// The clients with lines; the first is served next.
    private var order: [String] = []

    /// Whether no run waits.
    var isEmpty: Bool { order.isEmpty }

    /// Returns the runs of an owner, the next one first.
    func line(of owner: Owner) -> [String] { clients[owner.client]?.lines[owner] ?? [] }

    /// Adds a run to the line of its owner.
    ///
    /// - Parameter place: The number of runs of the owner before it; `nil` for all of them.
    mutating func insert(_ run: String, of owner: Owner, at place: Int? = nil) {
        var client = take(owner.client)
        if client.lines.isEmpty { order.append(owner.client) }
        if client.lines[owner] == nil { client.order.append(owner) }
        let count = client.lines[owner]?.count ?? 0
        client.lines[owner, default: []].insert(run, at: min(place ?? count, count))
        clients[owner.client] = client
    }

    /// Removes a run that no longer waits.
    mutating func remove(_ run: String, of owner: Owner) {
        var client = take(owner.client)
        client.lines[owner]?.removeAll { $0 == run }
        if client.lines[owner]?.isEmpty == true {
            client.lines[owner] = nil
            client.order.removeAll { $0 == owner }
        }
        put(client, owner.client)
    }

    /// Removes and returns the run that is next.
    mutating func next() -> String? {
        guard let name = order.first else { return nil }
        var client = take(name)
        guard let owner = client.order.first, let run = client.lines[owner]?.removeFirst() else { return nil }
        order.append(order.removeFirst())
        client.order.append(client.order.removeFirst())
        if client.lines[owner]?.isEmpty == true {
            client.lines[owner] = nil
            client.order.removeLast()
        }
        put(client, name)
        return run
    }

    // A client is removed while it changes, so that its lines are not copied.
    private mutating func take(_ name: String) -> Client { clients.removeValue(forKey: name) ?? Client() }

    private mutating func put(_ client: Client, _ name: String) {
        if client.lines.isEmpty {
            order.removeAll { $0 == name }
        } else {
            clients[name] = client
        }
    }
}
