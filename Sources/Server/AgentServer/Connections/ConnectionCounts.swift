/// The number of open connections, in all and from each address, and its limits.
struct ConnectionCounts {
    /// The maximum numbers of connections.
    struct Limits: Sendable, Equatable {
        var total: Int
        var perSource: Int
    }

    /// The situation of a new connection with regard to the limits.
    enum Room: Equatable {
        case below
        /// The limit of all connections is reached.
        case full
        /// The limit of connections from its address is reached.
        case sourceFull
        /// The limit is exceeded, because the connections that make room are still being closed.
        case overfull
    }

    let limits: Limits
    private(set) var total = 0
    private var sources: [AddressBlock: Int] = [:]

    init(_ limits: Limits) { self.limits = limits }

    /// The number of connections to close at once at the limit.
    ///
    /// Closing several spreads the cost of the search.
    var batch: Int { max(1, limits.total / 64) }

    /// Returns the situation of one more connection.
    ///
    /// - Parameter source: The address of the peer; `nil` for an address without a limit.
    func room(for source: AddressBlock?) -> Room {
        if total >= limits.total + max(16, 2 * batch) { return .overfull }
        if let source, sources[source, default: 0] >= limits.perSource { return .sourceFull }
        return total >= limits.total ? .full : .below
    }

    /// Counts a new connection.
    mutating func opened(_ source: AddressBlock?) {
        total += 1
        if let source { sources[source, default: 0] += 1 }
    }

    /// Uncounts a closed connection.
    ///
    /// An address without connections is removed.
    mutating func closed(_ source: AddressBlock?) {
        total -= 1
        guard let source, let count = sources[source] else { return }
        sources[source] = count > 1 ? count - 1 : nil
    }
}
