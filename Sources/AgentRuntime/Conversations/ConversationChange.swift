public import Storage
import Signals

/// A change of an owner's conversations.
public enum ConversationChange: Sendable, Hashable {
    /// A conversation was created or deleted.
    case list
    /// A conversation has a new turn, other items, or is waiting for its client.
    case content(String)
}

extension AgentRuntime {
    /// The maximum number of changes that wait for a slow reader; it misses earlier ones.
    private static let waitingChanges = 1000

    /// Returns the changes of an owner's conversations from now on; the stream ends with its reader.
    public func conversationChanges(of owner: Owner) -> AsyncStream<ConversationChange> {
        runs.conversationChanges.stream(buffering: .bufferingNewest(Self.waitingChanges)) {
            $0.owner == owner ? $0.change : nil
        }
    }
}
