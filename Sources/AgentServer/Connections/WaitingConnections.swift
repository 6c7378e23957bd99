/// The connections that wait for a request, in the order in which they began to, of all addresses and of each.
struct WaitingConnections<ID: Hashable> {
    private struct Connection: Hashable {
        let id: ID
        let source: AddressBlock?
    }

    private var all = WaitingQueue<Connection>()
    private var sources: [AddressBlock: WaitingQueue<Connection>] = [:]

    var count: Int { all.count }

    /// Adds a connection, unless it waits already.
    ///
    /// - Parameter source: Where it comes from; `nil` for an address without a limit of its own.
    mutating func append(_ id: ID, _ source: AddressBlock?) {
        let connection = Connection(id: id, source: source)
        all.append(connection)
        if let source { sources[source, default: .init()].append(connection) }
    }

    /// Removes a connection, if it waits.
    mutating func remove(_ id: ID, _ source: AddressBlock?) { remove(Connection(id: id, source: source)) }

    /// Removes and returns the connection that has waited longest, of one address or of all; `nil` when none waits.
    mutating func takeLongest(of source: AddressBlock?) -> ID? {
        // Only the first element is read, so that no queue is copied by the removal.
        guard let first = if let source { sources[source]?.first } else { all.first } else { return nil }
        remove(first)
        return first.id
    }

    private mutating func remove(_ connection: Connection) {
        all.remove(connection)
        guard let source = connection.source else { return }
        sources[source]?.remove(connection)
        if sources[source]?.isEmpty == true { sources[source] = nil }
    }
}
