import AgentWire

extension WireSchema {
    /// The named schemas of conversations in OpenAI's form.
    static let conversations: [(name: String, schema: WireSchema)] = [
        ("Conversation", conversation), ("Metadata", metadata), ("ConversationRequest", conversationRequest),
        ("ConversationItemList", conversationItemList),
    ]

    private static let metadata = WireSchema.map(
        of: .text(),
        "At most 16 pairs, with names of at most 64 and values of at most 512 characters."
    )

    private static let conversation = object(
        .always("id", .text()),
        .always("object", .word(["conversation"])),
        .always("created_at", .integer("The seconds since 1970.")),
        .always("metadata", .named("Metadata"))
    )

    private static let conversationRequest = object(
        .maybe("items", .list(of: .anyObject("An item in OpenAI's form."), most: 20).orNull),
        .maybe("metadata", .named("Metadata").orNull)
    )

    private static let conversationItemList = object(
        .always("object", .word(["list"])),
        .always("data", .list(of: .anyObject("An item in OpenAI's form."))),
        .always("first_id", .text("The id of the first item; empty without items.")),
        .always("last_id", .text("The id of the last item; empty without items.")),
        .always("has_more", .flag())
    )
}
