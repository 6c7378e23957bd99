/// The size of a conversation, and of all conversations and runs of its client and its user.
public struct StoredSize: Sendable, Equatable {
    /// The owner of the conversation; `nil` if there is no such conversation.
    public var owner: Owner?

    /// The number of the conversation's turns: its prompts.
    public var turns: Int

    /// The number of the conversation's entries of all kinds.
    public var entries: Int

    /// The bytes of the conversation's entries as JSON text, and of its metadata.
    public var bytes: Int

    /// The bytes of all conversations and runs of the client with all its users, without direct calls.
    public var clientBytes: Int

    /// Those of the owner alone, if it is a user; `nil` for a client.
    public var userBytes: Int?

    /// Makes a size.
    public init(
        owner: Owner? = nil,
        turns: Int = 0,
        entries: Int = 0,
        bytes: Int = 0,
        clientBytes: Int = 0,
        userBytes: Int? = nil
    ) {
        self.owner = owner
        self.turns = turns
        self.entries = entries
        self.bytes = bytes
        self.clientBytes = clientBytes
        self.userBytes = userBytes
    }
}
