#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The conversations of a client.
public struct WireClientConversations: WireValue {
    /// A conversation, without what was said.
    public struct Conversation: WireValue {
        /// The id.
        public var id: String
        /// The time of its first turn.
        public var createdAt: Date
        /// The time of its latest turn.
        public var updatedAt: Date

        /// Makes a description.
        public init(id: String, createdAt: Date, updatedAt: Date) {
            self.id = id
            self.createdAt = createdAt
            self.updatedAt = updatedAt
        }

        /// Reads a conversation.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            id = fields.requiredString("id")
            createdAt = fields.requiredDate("created_at")
            updatedAt = fields.requiredDate("updated_at")
            try fields.check()
        }

        /// The conversation as JSON.
        public var jsonValue: JSONValue {
            ["id": .string(id), "created_at": .time(createdAt), "updated_at": .time(updatedAt)]
        }
    }

    /// The client's id.
    public var client: String
    /// The conversations, the latest continued first.
    public var conversations: [Conversation]

    /// Makes an answer.
    public init(client: String, conversations: [Conversation]) {
        self.client = client
        self.conversations = conversations
    }

    /// Reads conversations.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        client = fields.requiredString("client")
        conversations = fields.requiredValues("conversations")
        try fields.check()
    }

    /// The conversations as JSON.
    public var jsonValue: JSONValue {
        ["client": .string(client), "conversations": .array(conversations.map(\.jsonValue))]
    }
}
