import Synchronization

/// Tells whoever lets runs go on that a client, or one of its tokens, may be shut out now.
///
/// It says only where to look: what is accepted is for ``Clients/accepts(_:token:)`` to say. So nothing is kept for a run.
final class Revocations: Sendable {
    private let listeners = Mutex<(lastID: Int, streams: [Int: AsyncStream<String?>.Continuation])>((0, [:]))

    /// The ids of the clients to look at, from now on; `nil` when it may be any.
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

    /// A client has changed, or any may have.
    func tell(_ clientID: String?) {
        for listener in listeners.withLock({ Array($0.streams.values) }) { listener.yield(clientID) }
    }

    /// How many listen.
    var count: Int { listeners.withLock { $0.streams.count } }
}
