public import StreamingJSON

extension EntityQueryCall {
    /// Reads the data of `entity.requested`; members that only concern the server are ignored.
    ///
    /// - Throws: ``DocumentFormatError``.
    public init(json: JSONValue) throws(DocumentFormatError) {
        let reader = try MemberReader(json, at: "")
        let arguments = MemberReader(try reader.object("arguments"), at: "/arguments")
        let query: Arguments
        switch try reader.choice("verb", EntityQueryVerb.self) {
        case .get: query = .get(try arguments.strings("ids", most: Self.mostEntities))
        case .matching: query = .matching(try arguments.text("text", most: 2_000))
        case .suggested: query = .suggested
        case .filter: query = .filter(try reader.object("arguments"))
        case .indexed, nil:
            throw reader.fault("verb", "'verb' has to be 'get', 'matching', 'suggested' or 'filter'.")
        }
        self.init(
            queryID: try reader.text("queryId"),
            schema: try reader.text("schema"),
            arguments: query,
            properties: reader.value("properties") == nil ? nil : Set(try reader.strings("properties", most: 100)),
            limit: try reader.integer("limit", in: 1...Self.mostEntities) ?? Self.mostEntities
        )
    }

    /// The query on the wire.
    public var json: JSONObject {
        let arguments: JSONObject =
            switch self.arguments {
            case .get(let ids): ["ids": .array(ids.map { .string($0) })]
            case .matching(let text): ["text": .string(text)]
            case .suggested: [:]
            case .filter(let conditions): conditions
            }
        return [
            "queryId": .string(queryID), "schema": .string(schema), "verb": .string(self.arguments.verb.rawValue),
            "arguments": .object(arguments),
            "properties": properties.map { .array($0.sorted().map { .string($0) }) } ?? .null,
            "limit": .integer(limit),
        ]
    }
}

extension EntityQueryAnswer {
    /// Reads an answer.
    ///
    /// - Throws: ``DocumentFormatError``.
    public init(json: JSONValue) throws(DocumentFormatError) {
        let reader = try MemberReader(json, at: "")
        switch try reader.text("status") {
        case "answered":
            self = .entities(try reader.elements("entities", most: EntityQueryCall.mostEntities).map(\.value))
        case "failed": self = .failed(try IntentError(reader))
        default: throw reader.fault("status", "'status' has to be 'answered' or 'failed'.")
        }
    }

    /// The answer on the wire.
    public var json: JSONObject {
        switch self {
        case .entities(let entities): ["status": "answered", "entities": .array(entities)]
        case .failed(let error): ["status": "failed", "error": error.json]
        }
    }
}

extension MemberReader {
    /// Returns the texts of an array, each of at most 512 bytes.
    fileprivate func strings(_ name: String, most: Int) throws(DocumentFormatError) -> [String] {
        var texts: [String] = []
        for (_, value) in try elements(name, most: most) {
            guard let text = value.stringValue, text.utf8.count <= 512 else {
                throw fault(name, "'\(name)' has to be an array of texts of at most 512 bytes.")
            }
            texts.append(text)
        }
        return texts
    }
}
