/// A change of an owner's conversations.
public enum ConversationUpdate: Sendable, Hashable {
    /// A conversation was created or deleted.
    case list
    /// A conversation has a new turn, other items, or is waiting for its client.
    case content(String)
}
