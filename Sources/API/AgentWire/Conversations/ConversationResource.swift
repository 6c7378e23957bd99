public import StreamingJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A conversation in OpenAI's form, without its items.
public struct ConversationResource: Sendable, Equatable {
    /// The conversation's id.
    public var id: String
    /// The time at which it was created.
    public var createdAt: Date
    /// The pairs that its client stores with it.
    public var metadata: [String: String]

    /// Makes a conversation.
    public init(id: String, createdAt: Date, metadata: [String: String]) {
        (self.id, self.createdAt, self.metadata) = (id, createdAt, metadata)
    }

    /// The conversation as JSON.
    public var jsonValue: JSONValue {
        [
            "id": .string(id), "object": "conversation",
            "created_at": .integer(Int(createdAt.timeIntervalSince1970.rounded(.down))),
            "metadata": metadata.fieldValue,
        ]
    }

    /// The response to the deletion of a conversation.
    public static func deletion(of id: String) -> JSONValue {
        ["id": .string(id), "object": "conversation.deleted", "deleted": true]
    }
}
