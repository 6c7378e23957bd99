import Signals
public import Storage

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
