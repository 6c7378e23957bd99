/// Leases that wait for a result which may provide a key: of a rotation's check, a refused key's check, or a roll-back.
struct LeaseWaiters: Sendable {
    private var waiting: [String: [Int: AsyncStream<Void>.Continuation]] = [:]
    private var nextID = 0

    /// Adds a waiter; its stream ends with the result, or when the waiting task is cancelled.
    mutating func add(_ upstream: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        nextID += 1
        waiting[upstream, default: [:]][nextID] = continuation
        return stream
    }

    /// Returns the number of leases that wait for an upstream.
    func count(_ upstream: String) -> Int { waiting[upstream]?.count ?? 0 }

    /// Removes and returns the waiters of an upstream, or all; the caller must end them after releasing its lock.
    mutating func take(_ upstream: String? = nil) -> [AsyncStream<Void>.Continuation] {
        if let upstream { return waiting.removeValue(forKey: upstream).map { Array($0.values) } ?? [] }
        defer { waiting = [:] }
        return waiting.values.flatMap(\.values)
    }
}
