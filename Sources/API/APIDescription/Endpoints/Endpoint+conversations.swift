import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

/// The conversations in OpenAI's form.
///
/// The native operations share two of the paths. There the form of errors follows the request, as ``ErrorForm/init(of:_:)`` says.
extension Endpoint {
    package static let conversationCreation = Endpoint(
        operation: .post("/v1/conversations", as: "createConversation"),
        summary: "Creates a conversation with first items and metadata, in OpenAI's form.",
        users: .clients(.anyOf([.chat]), data: .own),
        body: .json(
            .named("ConversationRequest"),
            example: [
                "items": [["type": "message", "role": "user", "content": "Hello"]], "metadata": ["topic": "tea"],
            ]
        ),
        isBodyOptional: true,
        answers: [Answer(200, "The conversation.", .json(.named("Conversation")))],
        sharedWith: .responses,
        problems: [.storageFull, .conflict, .overloaded]
    )

    package static let conversationChange = Endpoint(
        operation: .post("/v1/conversations/:conversation", as: "updateConversation"),
        summary: "Replaces the metadata of a conversation, in OpenAI's form.",
        users: .clients(.anyOf([.chat]), data: .own),
        body: .json(.object(.always("metadata", .named("Metadata").orNull)), example: ["metadata": ["topic": "tea"]]),
        answers: [Answer(200, "The conversation.", .json(.named("Conversation")))],
        sharedWith: .responses,
        problems: [.storageFull, .overloaded]
    )

    package static let conversationItems = Endpoint(
        operation: .get("/v1/conversations/:conversation/items", as: "listConversationItems"),
        summary: "Lists the items of a conversation, in OpenAI's form.",
        users: .clients(.anyOf([.chat]), data: .own),
        query: [
            Parameter("limit", .integer(from: 1, to: 100), "The maximum number of items. Default: 20."),
            Parameter("order", .word(ResponseInputItems.Order.allCases.map(\.rawValue)), "Default: desc."),
            Parameter("after", .text(), "The id of the last item of the page before."),
        ],
        answers: [Answer(200, "The items.", .json(.named("ConversationItemList")))],
        errorForm: .responses,
        problems: [.overloaded]
    )

    package static let conversationItemAddition = Endpoint(
        operation: .post("/v1/conversations/:conversation/items", as: "createConversationItems"),
        summary: "Adds items to a conversation in which no turn is active, in OpenAI's form.",
        users: .clients(.anyOf([.chat]), data: .own),
        body: .json(
            .object(.always("items", .list(of: .anyObject("An item in OpenAI's form."), most: 20))),
            example: ["items": [["type": "message", "role": "user", "content": "Hello"]]]
        ),
        answers: [Answer(200, "The added items.", .json(.named("ConversationItemList")))],
        errorForm: .responses,
        problems: [.conversationBusy, .runElsewhere, .conversationFull, .storageFull, .conflict, .overloaded]
    )

    package static let conversationItem = Endpoint(
        operation: .get("/v1/conversations/:conversation/items/:item", as: "getConversationItem"),
        summary: "Returns an item of a conversation, in OpenAI's form.",
        users: .clients(.anyOf([.chat]), data: .own),
        answers: [Answer(200, "The item.", .json(.anyObject("An item in OpenAI's form.")))],
        errorForm: .responses
    )

    package static let conversationItemDeletion = Endpoint(
        operation: .delete("/v1/conversations/:conversation/items/:item", as: "deleteConversationItem"),
        summary: "Is refused, because a conversation is kept whole.",
        users: .clients(.anyOf([.chat]), data: .own),
        answers: [],
        errorForm: .responses,
        problems: [.invalidRequest]
    )
}
