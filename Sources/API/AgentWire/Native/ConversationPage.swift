#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A page of a client's conversations, the response of `GET /v1/conversations`.
public struct ConversationPage: WireRecord {
    /// One conversation.
    public struct Conversation: WireRecord {
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
            (self.id, self.title, self.createdAt) = (id, title, createdAt)
            (self.updatedAt, self.status) = (updatedAt, status)
        }

        package static let fields: Fields<Self> = Fields(
            named: "ConversationSummary",
            Self.init,
            .always("conversation", \.id),
            .always("title", \.title),
            .always("created_at", \.createdAt),
            .always("updated_at", \.updatedAt),
            .maybe("status", \.status, as: .runStatus)
        )

        /// The element as a JSON object.
        public var jsonObject: JSONObject { Self.fields.object(of: self) }
    }

    /// The conversations, the most recently continued first.
    public var conversations: [Conversation]
    /// The value of `cursor` for the next page; `nil` on the last one.
    public var next: String?

    /// Makes a page.
    public init(conversations: [Conversation], next: String?) {
        (self.conversations, self.next) = (conversations, next)
    }

    package static let fields: Fields<Self> = Fields(
        named: "ConversationPage",
        Self.init,
        .always("conversations", \.conversations),
        .always("next", \.next, "The cursor of the next page.")
    )
}
