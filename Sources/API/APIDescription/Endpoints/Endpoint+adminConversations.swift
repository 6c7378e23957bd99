import AgentWire
import HTTPTypes

extension Endpoint {
    // These need the scope for changes, because a caller that may only read the server's state must not read people's messages.
    package static let conversationsOfClient = adminRead(
        .get("clients/:client/conversations", as: "listConversationsOfClient"),
        "Lists the conversations of a client.",
        .administrators(clientWriteAccess, data: .client),
        query: [countLimit(upTo: 10_000, default: 1000)],
        answers: Answer(200, "The conversations, without their texts.", .json(WireClientConversations.schema))
    )
    package static let conversationsExport = adminRead(
        .get("clients/:client/conversations/export", as: "exportConversationsOfClient"),
        "Exports one or all conversations of a client.",
        .administrators(clientWriteAccess, data: .client),
        query: [Parameter("conversation", .text(), "The one to export. Default: all.")],
        answers: Answer(200, "A conversation in each line.", .lines)
    )
    package static let conversationsOfClientDeletion = admin(
        .delete("clients/:client/conversations", as: "deleteConversationsOfClient"),
        "Deletes all conversations of a client.",
        .administrators(clientWriteAccess, data: .client),
        danger: .always,
        answers: Answer(
            200,
            "The number of deleted conversations, and the ids of those with a running turn.",
            .json(WireConversationDeletion.schema)
        )
    )
    package static let conversationOfClientDeletion = admin(
        .delete("clients/:client/conversations/:conversation", as: "deleteConversationOfClient"),
        "Deletes a conversation of a client.",
        .administrators(clientWriteAccess, data: .client),
        danger: .always,
        answers: done,
        problems: [.conversationBusy, .runElsewhere]
    )
}
