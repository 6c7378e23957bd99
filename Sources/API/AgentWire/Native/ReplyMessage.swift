public import StreamingJSON

/// The message with which a run answers.
public struct ReplyMessage: WireValue {
    /// The text.
    public var text: String
    /// The data of all tool calls, in call order.
    public var artifacts: [WireArtifact]
    /// Whether the model declined, and the text is its explanation.
    public var isRefusal: Bool

    /// Makes a message.
    public init(text: String, artifacts: [WireArtifact] = [], isRefusal: Bool = false) {
        self.text = text
        self.artifacts = artifacts
        self.isRefusal = isRefusal
    }

    /// Reads a message.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        text = fields.requiredString("text")
        artifacts = fields.requiredValues("artifacts")
        isRefusal = fields.bool("refused") ?? false
        try fields.check()
    }

    /// The message as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "role": "assistant", "text": .string(text), "artifacts": .array(artifacts.map(\.jsonValue)),
        ]
        if isRefusal { object["refused"] = true }
        return .object(object)
    }
}
