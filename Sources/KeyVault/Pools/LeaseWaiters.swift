/// Leases that wait for an outcome which may give them a key: of a rotation's check, of a refused key's check, of a roll-back.
struct LeaseWaiters: Sendable {
    private var waiting: [String: [Int: AsyncStream<Void>.Continuation]] = [:]
    private var nextID = 0

    /// Adds one; the stream ends when an outcome is there, or when the waiting task is cancelled.
    mutating func add(_ upstream: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        nextID += 1
        waiting[upstream, default: [:]][nextID] = continuation
        return stream
    }

    /// How many wait for an upstream.
    func count(_ upstream: String) -> Int { waiting[upstream]?.count ?? 0 }

    /// Takes out all that wait for an upstream, or all; the caller ends them once it holds no lock.
    mutating func take(_ upstream: String? = nil) -> [AsyncStream<Void>.Continuation] {
        if let upstream { return waiting.removeValue(forKey: upstream).map { Array($0.values) } ?? [] }
        defer { waiting = [:] }
        return waiting.values.flatMap(\.values)
    }
}
