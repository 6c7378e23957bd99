public import Foundation
public import StreamingJSON

/// A page of a client's conversations, as `GET /v1/conversations` tells it.
public struct ConversationPage: Sendable, Equatable {
    /// One conversation.
    public struct Conversation: Sendable, Equatable {
        /// Its id.
        public var id: String
        /// The beginning of its first message; `nil` for a conversation from before there were titles.
        public var title: String?
        /// When its first turn began.
        public var createdAt: Date
        /// When its latest turn ended.
        public var updatedAt: Date

        /// Makes an element of the page.
        public init(id: String, title: String? = nil, createdAt: Date, updatedAt: Date) {
            self.id = id
            self.title = title
            self.createdAt = createdAt
            self.updatedAt = updatedAt
        }

        /// The element as JSON.
        public var jsonObject: JSONObject {
            [
                "conversation": .string(id), "title": title.map(JSONValue.string) ?? .null,
                "created_at": .string(createdAt.formatted(.iso8601)),
                "updated_at": .string(updatedAt.formatted(.iso8601)),
            ]
        }
    }

    /// The conversations, the latest continued first.
    public var conversations: [Conversation]
    /// What to send as `cursor` for the next page; `nil` on the last one.
    public var next: String?

    /// Makes a page.
    public init(conversations: [Conversation], next: String?) {
        self.conversations = conversations
        self.next = next
    }

    /// The page as JSON.
    public var jsonValue: JSONValue {
        [
            "conversations": .array(conversations.map { .object($0.jsonObject) }),
            "next": next.map(JSONValue.string) ?? .null,
        ]
    }
}
