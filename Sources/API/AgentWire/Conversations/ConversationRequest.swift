public import StreamingJSON

/// The items that a client adds to a conversation, in OpenAI's form.
public struct ConversationItems: Sendable, Equatable {
    /// The items.
    public var input: [InputItem] = []
    /// The JSON pointer of each item in the body.
    public var places: [String] = []

    /// The maximum number of items in a request, which is OpenAI's.
    static let limit = 20

    /// Makes items from the field `items` of a body.
    fileprivate init(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) {
        var reader = ResponseItemReader()
        _ = fields.elements("items", upTo: Self.limit, known: nil) { item in
            let count = reader.items.count
            reader.read(&item)
            guard item.faults.isEmpty else { return }
            switch item.string("type") {
            case "item_reference":
                item.reject(
                    "type",
                    "a conversation holds items, not references; send the item itself",
                    .unsupportedValue
                )
            case "mcp_approval_request", "mcp_approval_response", "torii:approval_request":
                item.reject("type", "belongs to a response that waits; send it to /v1/responses", .unsupportedValue)
            case nil, "message":
                if item.string("role") == "developer" || item.string("role") == "system" {
                    let detail = "a conversation holds no instructions; send them with each response as `instructions`"
                    item.reject("role", detail, .unsupportedValue)
                } else if reader.items.count == count {
                    item.reject("content", "must not be empty", .invalidValue)
                }
            default: break
            }
        }
        // The reader is made for the field of another body.
        for name in reader.ignored.names + reader.unserved.ignored.names {
            ignored.insert(name.hasPrefix("input.") ? "items." + name.dropFirst("input.".count) : name)
        }
        (input, places) = (reader.items, reader.places)
    }
}

/// The body of `POST /v1/conversations`.
public struct ConversationRequest: Sendable, Equatable {
    /// The first items of the conversation.
    public var items: ConversationItems
    /// The pairs that are stored with it.
    public var metadata: [String: String]
    /// The ignored fields, for the header `Torii-Ignored`.
    public var ignored: [String]

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every faulty or unsupported field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        var ignored = IgnoredFields()
        ignored.insert(fields, besides: ["items", "metadata"])
        items = ConversationItems(&fields, &ignored)
        metadata = fields.metadata()
        try fields.check()
        self.ignored = ignored.names
    }
}

/// The body of `POST /v1/conversations/{id}`, which replaces the metadata.
public struct ConversationChange: Sendable, Equatable {
    /// The new pairs.
    public var metadata: [String: String]
    /// The ignored fields, for the header `Torii-Ignored`.
    public var ignored: [String]

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing or faulty field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        var ignored = IgnoredFields()
        ignored.insert(fields, besides: ["metadata"])
        if jsonValue["metadata"] == nil {
            fields.reject("metadata", "required: the new pairs; {} or null removes all", .missing)
        }
        metadata = fields.metadata()
        try fields.check()
        self.ignored = ignored.names
    }
}

/// The body of `POST /v1/conversations/{id}/items`.
public struct ConversationAddition: Sendable, Equatable {
    /// The items to add.
    public var items: ConversationItems
    /// The ignored fields, for the header `Torii-Ignored`.
    public var ignored: [String]

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, faulty or unsupported field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        var ignored = IgnoredFields()
        ignored.insert(fields, besides: ["items"])
        items = ConversationItems(&fields, &ignored)
        if fields.value("items") == nil { fields.reject("items", "required: the items to add", .missing) }
        try fields.check()
        guard !items.input.isEmpty else {
            throw WireError(FaultList([.init(pointer: "#/items", detail: "must not be empty", kind: .emptyArray)]))
        }
        self.ignored = ignored.names
    }
}
