public import Foundation
public import StreamingJSON

/// A conversation as a whole, as `GET /v1/conversations/{id}` tells it.
public struct ConversationExport: Sendable, Equatable {
    /// What a person has seen: what was said, without the calls of tools.
    public struct Message: Sendable, Equatable {
        /// `user` or `assistant`.
        public var role: String
        /// The text.
        public var text: String

        /// Makes a message.
        public init(role: String, text: String) {
            self.role = role
            self.text = text
        }

        /// The message as JSON.
        var jsonValue: JSONValue { ["role": .string(role), "text": .string(text)] }
    }

    /// One of the conversation's runs.
    public struct Run: Sendable, Equatable {
        /// Its id.
        public var id: String
        /// Where it stands.
        public var status: String
        /// When it was asked for.
        public var createdAt: Date

        /// Makes a run.
        public init(id: String, status: String, createdAt: Date) {
            self.id = id
            self.status = status
            self.createdAt = createdAt
        }
    }

    /// The conversation.
    public var conversation: ConversationPage.Conversation
    /// What was said, in order.
    public var messages: [Message]
    /// The transcript with everything in it, in the form in which it is stored.
    public var entries: [JSONValue]
    /// The runs that are still kept, in order.
    public var runs: [Run]

    /// Makes an export.
    public init(
        conversation: ConversationPage.Conversation,
        messages: [Message],
        entries: [JSONValue],
        runs: [Run]
    ) {
        self.conversation = conversation
        self.messages = messages
        self.entries = entries
        self.runs = runs
    }

    /// The export as JSON.
    public var jsonValue: JSONValue {
        var object = conversation.jsonObject
        object["messages"] = .array(messages.map(\.jsonValue))
        object["transcript"] = .array(entries)
        object["runs"] = .array(
            runs.map { run in
                [
                    "run": .string(run.id), "status": .string(run.status),
                    "created_at": .string(run.createdAt.formatted(.iso8601)),
                ]
            }
        )
        return .object(object)
    }
}
