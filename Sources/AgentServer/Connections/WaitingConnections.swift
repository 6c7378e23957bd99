/// The connections that wait for a request, in the order of their waiting time, over all addresses and for each.
struct WaitingConnections<ID: Hashable> {
    private struct Connection: Hashable {
        let id: ID
        let source: AddressBlock?
    }

    private var all = WaitingQueue<Connection>()
    private var sources: [AddressBlock: WaitingQueue<Connection>] = [:]

    var count: Int { all.count }

    /// Adds a connection, unless it already waits.
    ///
    /// - Parameter source: The address of the peer; `nil` for an address without a limit.
    mutating func append(_ id: ID, _ source: AddressBlock?) {
        let connection = Connection(id: id, source: source)
        all.append(connection)
        if let source { sources[source, default: .init()].append(connection) }
    }

    /// Removes a connection, if it waits.
    mutating func remove(_ id: ID, _ source: AddressBlock?) { remove(Connection(id: id, source: source)) }

    /// Removes and returns the connection that has waited longest, of one address or of all; `nil` if none waits.
    mutating func removeLongest(of source: AddressBlock?) -> ID? {
        // Only the first element is read, so the removal copies no queue.
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
