/// The connections that wait for a request, in the order of their waiting time, over all addresses and for each.
struct WaitingConnections<ID: Hashable> {
    private struct Connection: Hashable {
        let id: ID
        let source: AddressBlock?
    }

    private var all = ArrivalQueue<Connection>()
    private var sources: [AddressBlock: ArrivalQueue<Connection>] = [:]

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

/// A queue from which any element can be removed.
///
/// Each operation has constant cost.
struct ArrivalQueue<Element: Hashable> {
    private struct Neighbors {
        var previous: Element?
        var next: Element?
    }

    private var neighbors: [Element: Neighbors] = [:]
    private(set) var first: Element?
    private var last: Element?

    var isEmpty: Bool { neighbors.isEmpty }
    var count: Int { neighbors.count }

    /// Adds an element at the end, unless it is in the queue.
    mutating func append(_ element: Element) {
        guard neighbors[element] == nil else { return }
        neighbors[element] = Neighbors(previous: last)
        if let last { neighbors[last]?.next = element } else { first = element }
        last = element
    }

    /// Removes an element, if it is in the queue.
    mutating func remove(_ element: Element) {
        guard let found = neighbors.removeValue(forKey: element) else { return }
        if let previous = found.previous { neighbors[previous]?.next = found.next } else { first = found.next }
        if let next = found.next { neighbors[next]?.previous = found.previous } else { last = found.previous }
    }
}
