public import StreamingJSON

/// A conversation as a whole, as ``ConversationExport`` writes it piece by piece, for a client that reads it at once.
public struct ConversationDocument: WireRecord {
    /// The conversation's own fields.
    public var conversation: ConversationPage.Conversation
    /// The messages as a person has seen them.
    public var messages: [ConversationExport.Message]
    /// The transcript with all its entries, in the form in which it is stored.
    public var transcript: [JSONValue]
    /// The runs that are still kept.
    public var runs: [ConversationExport.Run]

    /// Makes a document.
    public init(
        conversation: ConversationPage.Conversation,
        messages: [ConversationExport.Message],
        transcript: [JSONValue],
        runs: [ConversationExport.Run]
    ) {
        (self.conversation, self.messages, self.transcript, self.runs) = (conversation, messages, transcript, runs)
    }

    package static let fields: Fields<Self> = Fields(
        named: "ConversationExport",
        Self.init,
        .inline(\.conversation),
        .always("messages", \.messages),
        .always("transcript", \.transcript, as: .list(of: .anyObject("An entry, as the server stores it."))),
        .always("runs", \.runs)
    )
}
