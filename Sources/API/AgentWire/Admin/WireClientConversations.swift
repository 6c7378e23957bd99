#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The conversations of a client.
public struct WireClientConversations: WireRecord {
    /// A conversation, without what was said.
    public struct Conversation: WireRecord {
        /// The id.
        public var id: String
        /// The time of its first turn.
        public var createdAt: Date
        /// The time of its latest turn.
        public var updatedAt: Date

        /// Makes a description.
        public init(id: String, createdAt: Date, updatedAt: Date) {
            (self.id, self.createdAt, self.updatedAt) = (id, createdAt, updatedAt)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("id", \.id),
            .always("created_at", \.createdAt),
            .always("updated_at", \.updatedAt)
        )
    }

    /// The client's id.
    public var client: String
    /// The conversations, the latest continued first.
    public var conversations: [Conversation]

    /// Makes an answer.
    public init(client: String, conversations: [Conversation]) {
        (self.client, self.conversations) = (client, conversations)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("client", \.client),
        .always("conversations", \.conversations)
    )
}
