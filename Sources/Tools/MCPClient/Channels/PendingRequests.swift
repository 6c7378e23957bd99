import ModelContextProtocol

/// The requests to a command that have no response yet.
struct PendingRequests: Sendable {
    typealias Waiter = CheckedContinuation<RPCResponse, any Error>

    private struct Entry {
        let delivery: MCPDelivery
        let waiter: Waiter
    }

    private var entries: [RequestID: Entry] = [:]
    private var order: [RequestID] = []

    /// Adds a request.
    mutating func add(_ id: RequestID, _ delivery: MCPDelivery, _ waiter: Waiter) {
        entries[id] = Entry(delivery: delivery, waiter: waiter)
        order.append(id)
    }

    /// Removes a request and returns its waiter; `nil` if it is answered already, or was never made.
    mutating func remove(_ id: RequestID) -> Waiter? {
        order.removeAll { $0 == id }
        return entries.removeValue(forKey: id)?.waiter
    }

    /// Removes the request that a server's id means, and returns its waiter.
    mutating func remove(meantBy id: RequestID) -> Waiter? {
        remove(order.first { $0.isMeant(by: id) } ?? id)
    }

    /// Removes all requests.
    mutating func removeAll() -> [Waiter] {
        defer { (entries, order) = ([:], []) }
        return entries.values.map(\.waiter)
    }

    /// The request that an answer without an id means: the only one.
    var only: RequestID? { order.count == 1 ? order[0] : nil }

    /// The receivers of all requests, oldest first.
    var receivers: [MCPDelivery.Receiver] { order.compactMap { entries[$0]?.delivery.receive } }

    /// The receiver of the newest request, to which a question of the server is attributed.
    var newest: MCPDelivery.Receiver? { order.last.flatMap { entries[$0]?.delivery.receive } }
}
