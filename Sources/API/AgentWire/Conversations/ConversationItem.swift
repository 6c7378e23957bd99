public import StreamingJSON

/// An item of a conversation in OpenAI's form, made of an entry of its transcript.
public struct ConversationItem: Sendable, Equatable {
    /// A part of a message.
    public enum Part: Sendable, Equatable {
        case text(String)
        /// An image; its URL is `nil` if only its bytes are stored, which a list does not repeat.
        case image(url: String?)
    }

    /// The contents of the types of items.
    public enum Content: Sendable, Equatable {
        /// A message of the user.
        case question([Part])
        /// A message of the model.
        case answer(String)
        /// The reasoning of the model; empty if its provider keeps it secret.
        case reasoning(String)
        /// A call of the client's tool.
        case call(id: String, name: String, arguments: String)
        /// The client's output of a call.
        case output(call: String, String)
        /// A call of the server's tool, with its output if there is one.
        case serverCall(id: String, name: String, arguments: String, output: String?)
    }

    /// The id of its conversation.
    public var conversation: String
    /// Its place in the conversation.
    public var place: ConversationItemID
    /// Its content.
    public var content: Content

    /// Makes an item.
    public init(of conversation: String, at place: ConversationItemID, _ content: Content) {
        (self.conversation, self.place, self.content) = (conversation, place, content)
    }

    /// The item's id.
    public var id: String {
        let prefix =
            switch content {
            case .question, .answer: "msg"
            case .reasoning: "rs"
            case .call: "fc"
            case .output: "fco"
            case .serverCall: "tc"
            }
        return place.text(prefix, in: conversation)
    }

    /// The item as JSON.
    public var jsonValue: JSONValue {
        switch content {
        case .question(let parts):
            [
                "id": .string(id), "type": "message", "status": "completed", "role": "user",
                "content": .array(parts.map(Self.value)),
            ]
        case .answer(let text): ResponseInputItems.value(of: .text(text, from: .assistant), id: id)
        case .reasoning(let text): ResponseInputItems.value(of: .reasoning(.init(text: text, seal: nil)), id: id)
        case .call(let call, let name, let arguments):
            ResponseInputItems.value(of: .toolCall(id: call, name: name, arguments: arguments), id: id)
        case .output(let call, let text):
            ResponseInputItems.value(of: .toolOutput(call: call, [.text(text)]), id: id)
        case .serverCall(let call, let name, let arguments, let output):
            // OpenAI's client libraries read an item of an unknown type as a message, and programs that use them read its content.
            [
                "id": .string(id), "type": "torii:tool_call",
                "status": output == nil ? "incomplete" : "completed", "call_id": .string(call),
                "name": .string(name), "arguments": .string(arguments), "output": .text(output), "error": .null,
                "content": [],
            ]
        }
    }

    private static func value(of part: Part) -> JSONValue {
        switch part {
        case .text(let text): ["type": "input_text", "text": .string(text)]
        case .image(let url): ["type": "input_image", "detail": "auto", "file_id": .null, "image_url": .text(url)]
        }
    }
}

/// A page of a conversation's items, the response of `GET /v1/conversations/{id}/items`.
public struct ConversationItemPage: Sendable, Equatable {
    /// The items, in the order of the list.
    public var items: [ConversationItem]
    /// Whether other items follow the page.
    public var hasMore: Bool

    /// Makes a page.
    public init(_ items: [ConversationItem], hasMore: Bool = false) { (self.items, self.hasMore) = (items, hasMore) }

    /// The page as JSON.
    public var jsonValue: JSONValue {
        // Empty texts, because OpenAI's client libraries declare both ids as texts.
        [
            "object": "list", "data": .array(items.map(\.jsonValue)), "first_id": .string(items.first?.id ?? ""),
            "last_id": .string(items.last?.id ?? ""), "has_more": .bool(hasMore),
        ]
    }
}
