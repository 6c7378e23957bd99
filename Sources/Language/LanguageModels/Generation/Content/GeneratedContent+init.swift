import StreamingJSON

extension GeneratedContent {
    /// Makes an object of these properties, in this order; of two properties with the same name the later counts.
    public init(properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil) {
        let members = properties.map { ($0.key, $0.value.generatedContent.jsonValue) }
        self.init(jsonValue: .object(JSONObject(members)), id: id)
    }

    /// Makes an object of these properties; `combine` resolves duplicate names.
    public init<S: Sequence>(
        properties: S,
        id: GenerationID? = nil,
        uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws -> some ConvertibleToGeneratedContent
    ) rethrows where S.Element == (String, any ConvertibleToGeneratedContent) {
        var members = JSONObject()
        for (name, value) in properties {
            let content = value.generatedContent
            members[name] =
                try members[name].map {
                    try combine(GeneratedContent(jsonValue: $0), content).generatedContent.jsonValue
                }
                ?? content.jsonValue
        }
        self.init(jsonValue: .object(members), id: id)
    }

    /// Makes an array of these elements.
    public init<S: Sequence>(elements: S, id: GenerationID? = nil)
    where S.Element == any ConvertibleToGeneratedContent {
        self.init(jsonValue: .array(elements.map { $0.generatedContent.jsonValue }), id: id)
    }

    /// Makes the content of a value.
    public init(_ value: some ConvertibleToGeneratedContent) { self = value.generatedContent }

    /// Makes the content of a value, with an identity.
    public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
        self = value.generatedContent
        self.id = id
    }

    /// Reads JSON text, which may be incomplete; ``isComplete`` shows this for each part.
    ///
    /// - Throws: ``ParsingError`` if no continuation could make the text valid JSON, or if no part of it is certain
    ///   yet.
    public init(json: String) throws {
        try self.init(json: json, id: nil)
    }

    init(json: String, id: GenerationID?) throws {
        do {
            // A complete text is tried first, because a number at its very end is complete, but at the end of a prefix
            // it is not.
            self.init(jsonValue: try JSONValue(parsing: json), id: id)
        } catch {
            var parser = JSONStreamParser()
            guard error.code == .unexpectedEnd, (try? parser.feed(json)) != nil, let snapshot = parser.snapshot else {
                throw ParsingError(rawContent: json, underlyingError: error, debugDescription: "not JSON: \(error)")
            }
            self.init(snapshot: snapshot, id: id)
        }
    }
}
