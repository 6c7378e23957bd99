#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A page of a client's conversations, the response of `GET /v1/conversations`.
public struct ConversationPage: Sendable, Equatable {
    /// One conversation.
    public struct Conversation: Sendable, Equatable {
        /// The conversation's id.
        public var id: String
        /// The first characters of its first message; `nil` for a conversation from a version without titles.
        public var title: String?
        /// The start of its first turn.
        public var createdAt: Date
        /// The end of its latest turn.
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

    /// The conversations, the most recently continued first.
    public var conversations: [Conversation]
    /// The value of `cursor` for the next page; `nil` on the last one.
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
