import Synchronization

/// Those who want to know at once when a client is shut out: the runs that are going on for it.
///
/// Nothing is kept for a client for whom nobody waits.
final class Revocations: Sendable {
    private struct State {
        var lastID = 0
        var waiting: [String: [Int: Watch]] = [:]
    }

    private struct Watch {
        var client: Client
        var continuation: AsyncStream<Void>.Continuation
    }

    private let state = Mutex(State())

    /// A stream that ends, after one element, once `tell` names the client's token.
    func watch(_ client: Client) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let id = state.withLock { state in
            state.lastID += 1
            state.waiting[client.id, default: [:]][state.lastID] = Watch(client: client, continuation: continuation)
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in self?.forget(id, of: client.id) }
        return stream
    }

    /// Tells all who wait for clients that are not accepted any more.
    func tell(whereNot isAccepted: (Client) -> Bool) {
        tell(state.withLock { state in state.waiting.values.flatMap(\.values) }.filter { !isAccepted($0.client) })
    }

    /// Tells those who wait for this client, if it is not accepted any more.
    func tell(_ clientID: String, whereNot isAccepted: (Client) -> Bool) {
        let watches = state.withLock { state in Array((state.waiting[clientID] ?? [:]).values) }
        tell(watches.filter { !isAccepted($0.client) })
    }

    /// How many wait.
    var count: Int { state.withLock { state in state.waiting.values.map(\.count).reduce(0, +) } }

    // Ending a stream calls `forget`, so it must happen outside of the lock.
    private func tell(_ watches: [Watch]) {
        for watch in watches {
            watch.continuation.yield()
            watch.continuation.finish()
        }
    }

    private func forget(_ id: Int, of clientID: String) {
        state.withLock { state in
            state.waiting[clientID]?[id] = nil
            if state.waiting[clientID]?.isEmpty == true { state.waiting[clientID] = nil }
        }
    }
}
