public import StreamingJSON

/// A conversation as a whole, as ``ConversationExport`` writes it piece by piece, for a client that reads it at once.
public struct ConversationDocument: WireValue {
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
        self.conversation = conversation
        self.messages = messages
        self.transcript = transcript
        self.runs = runs
    }

    /// Reads a document.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        conversation = try ConversationPage.Conversation(jsonValue: jsonValue)
        var fields = try RequestFields(open: jsonValue)
        messages = fields.requiredValues("messages")
        transcript = fields.requiredArray("transcript")
        runs = fields.requiredValues("runs")
        try fields.check()
    }

    /// The document as JSON.
    public var jsonValue: JSONValue {
        var object = conversation.jsonObject
        object["messages"] = .array(messages.map(\.jsonValue))
        object["transcript"] = .array(transcript)
        object["runs"] = .array(runs.map(\.jsonValue))
        return .object(object)
    }
}
