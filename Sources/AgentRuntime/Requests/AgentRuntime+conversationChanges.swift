public import Storage

extension AgentRuntime {
    /// Returns the changes of an owner's conversations from now on; the stream ends with its reader.
    public func conversationChanges(of owner: Owner) -> AsyncStream<ConversationChange> {
        runs.conversationChanges.stream(of: owner)
    }
}
