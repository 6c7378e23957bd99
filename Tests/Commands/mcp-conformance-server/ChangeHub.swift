import ModelContextProtocol
import Synchronization

/// Sends the changes that the suite triggers to all streams.
final class ChangeHub: Sendable {
    private let streams = Mutex<(lastID: Int, byID: [Int: AsyncStream<MCPChange>.Continuation])>((0, [:]))

    /// Returns the changes from now on.
    func stream() -> AsyncStream<MCPChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: MCPChange.self)
        let id = streams.withLock { streams in
            streams.lastID += 1
            streams.byID[streams.lastID] = continuation
            return streams.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.streams.withLock { _ = $0.byID.removeValue(forKey: id) }
        }
        return stream
    }

    /// Sends a change.
    func send(_ change: MCPChange) {
        for stream in streams.withLock({ Array($0.byID.values) }) { stream.yield(change) }
    }
}
