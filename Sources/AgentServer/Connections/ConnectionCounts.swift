/// The number of open connections, in all and from each address, against its limits.
struct ConnectionCounts {
    /// The most connections at a time.
    struct Limits: Sendable, Equatable {
        var total: Int
        var perSource: Int
    }

    /// The place of a new connection among the limits.
    enum Standing: Equatable {
        case below
        /// As many as allowed are open in all.
        case full
        /// As many as allowed are open from its address.
        case sourceFull
        /// More than allowed are open, because those that were to make room are still being closed.
        case overfull
    }

    let limits: Limits
    private(set) var total = 0
    private var sources: [AddressBlock: Int] = [:]

    init(_ limits: Limits) { self.limits = limits }

    /// The number of connections to close at once when all are full, so that the search for them is paid for by several.
    var batch: Int { max(1, limits.total / 64) }

    /// Returns whether one more connection fits.
    ///
    /// - Parameter source: Where it comes from; `nil` for an address without a limit of its own.
    func standing(of source: AddressBlock?) -> Standing {
        if total >= limits.total + max(16, 2 * batch) { return .overfull }
        if let source, sources[source, default: 0] >= limits.perSource { return .sourceFull }
        return total >= limits.total ? .full : .below
    }

    /// Counts a connection.
    mutating func opened(_ source: AddressBlock?) {
        total += 1
        if let source { sources[source, default: 0] += 1 }
    }

    /// Counts a connection no more; an address without connections is forgotten.
    mutating func closed(_ source: AddressBlock?) {
        total -= 1
        guard let source, let count = sources[source] else { return }
        sources[source] = count > 1 ? count - 1 : nil
    }
}
