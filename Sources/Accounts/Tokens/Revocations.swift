import Synchronization

/// A notifier of runs about clients that may be revoked or have lost a token.
///
/// It only names the client; ``Clients/accepts(_:token:)`` returns whether a run may continue. So nothing is stored for each run.
final class Revocations: Sendable {
    // Revocations in another process are sent when their revision has been noticed (``Clients/reload(ifBehind:)``).
    private let listeners = Mutex<(lastID: Int, streams: [Int: AsyncStream<String?>.Continuation])>((0, [:]))

    /// Returns a stream of the ids of clients to check; `nil` for any client.
    func stream() -> AsyncStream<String?> {
        let (stream, continuation) = AsyncStream.makeStream(of: String?.self)
        let id = listeners.withLock { listeners in
            listeners.lastID += 1
            listeners.streams[listeners.lastID] = continuation
            return listeners.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { _ = $0.streams.removeValue(forKey: id) }
        }
        return stream
    }

    /// Notifies the listeners that a client has changed; `nil` if any may have.
    func notify(_ clientID: String?) {
        for listener in listeners.withLock({ Array($0.streams.values) }) { listener.yield(clientID) }
    }

    /// The number of listeners.
    var count: Int { listeners.withLock { $0.streams.count } }
}
