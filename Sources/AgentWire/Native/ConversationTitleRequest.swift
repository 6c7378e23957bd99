public import StreamingJSON

/// The body of `PATCH /v1/conversations/{conversation}`: a new title.
public struct ConversationTitleRequest: WireValue {
    /// The most characters of a title.
    public static let longest = 200

    /// The title.
    public var title: String

    /// Makes a request.
    public init(title: String) { self.title = title }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, unknown or mistyped field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["title"])
        title = fields.requiredText("title")
        if title.unicodeScalars.count > Self.longest {
            fields.reject("title", "must have at most \(Self.longest) characters")
        }
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue { ["title": .string(title)] }
}
