import Storage
import Synchronization

/// A change of an owner's conversations.
public enum ConversationChange: Sendable, Hashable {
    /// A conversation was created or deleted.
    case list
    /// A conversation has a new turn, other items, or is waiting for its client.
    case content(String)
}

/// A notifier of the readers of an owner's conversations about changes in this process.
final class ConversationChanges: Sendable {
    // One process: only changes of this process are sent.
    private struct Listener {
        let owner: Owner
        let continuation: AsyncStream<ConversationChange>.Continuation
    }

    private let listeners = Mutex<(lastID: Int, byID: [Int: Listener])>((0, [:]))

    /// The maximum number of changes that wait for a slow reader; it misses earlier ones.
    private static let waitingChanges = 1000

    /// Returns the changes of an owner's conversations from now on.
    func stream(of owner: Owner) -> AsyncStream<ConversationChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ConversationChange.self,
            bufferingPolicy: .bufferingNewest(Self.waitingChanges)
        )
        let id = listeners.withLock { listeners in
            listeners.lastID += 1
            listeners.byID[listeners.lastID] = Listener(owner: owner, continuation: continuation)
            return listeners.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { _ = $0.byID.removeValue(forKey: id) }
        }
        return stream
    }

    /// Notifies the listeners of an owner.
    func notify(_ owner: Owner, _ changes: ConversationChange...) {
        let wanted = listeners.withLock { listeners in
            listeners.byID.isEmpty ? [] : listeners.byID.values.filter { $0.owner == owner }
        }
        for listener in wanted {
            for change in changes { listener.continuation.yield(change) }
        }
    }

    /// The number of listeners.
    var count: Int { listeners.withLock { $0.byID.count } }
}
