#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A page of a client's conversations, the response of `GET /v1/conversations`.
public struct ConversationPage: WireValue {
    /// One conversation.
    public struct Conversation: WireValue {
        /// The conversation's id.
        public var id: String
        /// The title that its client gave it, or else the first characters of its first message; `nil` for a conversation from a version
        /// without titles.
        public var title: String?
        /// The start of its first turn.
        public var createdAt: Date
        /// The end of its latest turn.
        public var updatedAt: Date
        /// The status of its latest run; `nil` if no run is stored.
        public var status: String?

        /// Makes an element of the page.
        public init(id: String, title: String? = nil, createdAt: Date, updatedAt: Date, status: String? = nil) {
            self.id = id
            self.title = title
            self.createdAt = createdAt
            self.updatedAt = updatedAt
            self.status = status
        }

        /// Reads an element.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            id = fields.requiredString("conversation")
            title = fields.string("title")
            createdAt = fields.requiredDate("created_at")
            updatedAt = fields.requiredDate("updated_at")
            status = fields.string("status")
            try fields.check()
        }

        /// The element as JSON.
        public var jsonValue: JSONValue { .object(jsonObject) }

        /// The element as a JSON object.
        public var jsonObject: JSONObject {
            var object: JSONObject = [
                "conversation": .string(id), "title": .text(title), "created_at": .time(createdAt),
                "updated_at": .time(updatedAt),
            ]
            if let status { object["status"] = .string(status) }
            return object
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

    /// Reads a page.
    ///
    /// - Throws: ``WireError`` with every fault of every element.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        conversations = fields.requiredValues("conversations")
        next = fields.string("next")
        try fields.check()
    }

    /// The page as JSON.
    public var jsonValue: JSONValue {
        ["conversations": .array(conversations.map(\.jsonValue)), "next": .text(next)]
    }
}
