import FoundationEssentials
public import StreamingJSON

/// The stored form of entries: a JSON object each, starting with its `kind`.
///
/// Arguments and structured content are stored as JSON text. They may be as deeply nested as a parser permits, so the
/// levels of the entry around them would exceed that limit.
extension Transcript.Entry {
    /// The name of this kind of entry in storage.
    public var kind: String {
        switch self {
        case .instructions: "instructions"
        case .prompt: "prompt"
        case .toolCalls: "tool_calls"
        case .toolOutput: "tool_output"
        case .response: "response"
        case .reasoning: "reasoning"
        }
    }

    /// The entry as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["kind": .string(kind), "id": .string(id)]
        switch self {
        case .instructions(let entry):
            object["segments"] = .array(entry.segments.map(\.jsonValue))
            object["tools"] = .array(entry.toolDefinitions.map(\.jsonValue))
        case .prompt(let entry):
            object["segments"] = .array(entry.segments.map(\.jsonValue))
            if let format = entry.responseFormat { object["schema"] = format.schema.jsonValue }
            if entry.options != GenerationOptions() { object["options"] = entry.options.jsonValue }
            if entry.contextOptions != ContextOptions() { object["context"] = entry.contextOptions.jsonValue }
            Self.store(entry.metadata, in: &object)
        case .toolCalls(let entry):
            object["calls"] = .array(
                entry.map {
                    var call: JSONObject = [
                        "id": .string($0.id), "name": .string($0.toolName),
                        "arguments": .string($0.arguments.jsonString),
                    ]
                    Self.store($0.metadata, in: &call)
                    return .object(call)
                }
            )
        case .toolOutput(let entry):
            object["name"] = .string(entry.toolName)
            object["segments"] = .array(entry.segments.map(\.jsonValue))
        case .response(let entry):
            object["segments"] = .array(entry.segments.map(\.jsonValue))
            if !entry.assetIDs.isEmpty { object["assets"] = .array(entry.assetIDs.map(JSONValue.string)) }
            Self.store(entry.metadata, in: &object)
        case .reasoning(let entry):
            object["segments"] = .array(entry.segments.map(\.jsonValue))
            if let signature = entry.signature { object["signature"] = .string(signature.base64EncodedString()) }
            Self.store(entry.metadata, in: &object)
        }
        return .object(object)
    }

    private static func store(_ metadata: [String: GeneratedContent], in object: inout JSONObject) {
        guard !metadata.isEmpty else { return }
        object["metadata"] = .object(
            JSONObject(metadata.sorted { $0.key < $1.key }.map { ($0.key, $0.value.jsonValue) })
        )
    }

    private static func metadata(of object: JSONValue) -> [String: GeneratedContent] {
        var metadata: [String: GeneratedContent] = [:]
        for (key, value) in object["metadata"]?.objectValue ?? [:] {
            metadata[key] = GeneratedContent(jsonValue: value)
        }
        return metadata
    }

    /// Reads the stored form.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if the kind is unknown or a field is missing.
    public init(jsonValue: JSONValue) throws {
        let content = GeneratedContent(jsonValue: jsonValue)
        let kind: String = try content.value(forProperty: "kind")
        let id: String = try content.value(forProperty: "id")
        func segments() throws -> [Transcript.Segment] {
            try (jsonValue["segments"]?.arrayValue ?? []).map(Transcript.Segment.init(jsonValue:))
        }
        switch kind {
        case "instructions":
            let tools = try (jsonValue["tools"]?.arrayValue ?? []).map(Transcript.ToolDefinition.init(jsonValue:))
            self = .instructions(.init(id: id, segments: try segments(), toolDefinitions: tools))
        case "prompt":
            let format = jsonValue["schema"]?.objectValue
                .map { Transcript.ResponseFormat(schema: GenerationSchema(jsonSchema: $0)) }
            self = .prompt(
                .init(
                    id: id,
                    metadata: Self.metadata(of: jsonValue),
                    segments: try segments(),
                    options: GenerationOptions(jsonValue: jsonValue["options"] ?? [:]),
                    responseFormat: format,
                    contextOptions: ContextOptions(jsonValue: jsonValue["context"] ?? [:])
                )
            )
        case "tool_calls":
            let calls = try (jsonValue["calls"]?.arrayValue ?? []).map { call in
                let fields = GeneratedContent(jsonValue: call)
                return Transcript.ToolCall(
                    id: try fields.value(forProperty: "id"),
                    metadata: Self.metadata(of: call),
                    toolName: try fields.value(forProperty: "name"),
                    arguments: try GeneratedContent(storedJSON: fields.value(forProperty: "arguments"))
                )
            }
            self = .toolCalls(.init(id: id, calls))
        case "tool_output":
            let name: String = try content.value(forProperty: "name")
            self = .toolOutput(.init(id: id, toolName: name, segments: try segments()))
        case "response":
            var response = Transcript.Response(
                id: id,
                metadata: Self.metadata(of: jsonValue),
                segments: try segments()
            )
            response.assetIDs = (jsonValue["assets"]?.arrayValue ?? []).compactMap(\.stringValue)
            self = .response(response)
        case "reasoning":
            let signature = jsonValue["signature"]?.stringValue.flatMap { Data(base64Encoded: $0) }
            self = .reasoning(
                .init(
                    id: id,
                    metadata: Self.metadata(of: jsonValue),
                    segments: try segments(),
                    signature: signature
                )
            )
        default:
            throw GeneratedContent.ParsingError(
                rawContent: content.jsonString,
                debugDescription: "unknown kind of transcript entry '\(kind)'"
            )
        }
    }
}

extension Transcript.Segment {
    var jsonValue: JSONValue {
        switch self {
        case .text(let segment) where segment.isNote:
            ["id": .string(segment.id), "text": .string(segment.content), "note": true]
        case .text(let segment): ["id": .string(segment.id), "text": .string(segment.content)]
        case .structure(let segment):
            [
                "id": .string(segment.id), "schema": .string(segment.schemaName),
                "content": .string(segment.content.jsonString),
            ]
        case .attachment(let segment): segment.jsonValue
        }
    }

    init(jsonValue: JSONValue) throws {
        let content = GeneratedContent(jsonValue: jsonValue)
        let id: String = try content.value(forProperty: "id")
        if let text = jsonValue["text"]?.stringValue {
            var segment = Transcript.TextSegment(id: id, content: text)
            segment.isNote = jsonValue["note"]?.boolValue ?? false
            self = .text(segment)
        } else if let image = jsonValue["image"] {
            self = .attachment(try .init(id: id, label: jsonValue["label"]?.stringValue, storedImage: image))
        } else {
            self = .structure(
                .init(
                    id: id,
                    schemaName: try content.value(forProperty: "schema"),
                    content: try GeneratedContent(storedJSON: content.value(forProperty: "content"))
                )
            )
        }
    }
}

extension Transcript.ToolDefinition {
    var jsonValue: JSONValue {
        [
            "name": .string(name), "description": .string(description), "parameters": parameters.jsonValue,
        ]
    }

    init(jsonValue: JSONValue) throws {
        let content = GeneratedContent(jsonValue: jsonValue)
        self.init(
            name: try content.value(forProperty: "name"),
            description: try content.value(forProperty: "description"),
            parameters: GenerationSchema(jsonSchema: jsonValue["parameters"]?.objectValue ?? [:])
        )
    }
}

extension GeneratedContent {
    /// Reads stored JSON, which must be complete.
    fileprivate init(storedJSON text: String) throws {
        try self.init(json: text)
        guard isComplete else {
            throw ParsingError(rawContent: text, debugDescription: "stored content ends before it is whole")
        }
    }
}

extension Transcript {
    /// The whole transcript in its stored form, an array of entries.
    public var jsonValue: JSONValue { .array(map(\.jsonValue)) }

    /// Reads the stored form.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if it is no array, or an entry is damaged.
    public init(jsonValue: JSONValue) throws {
        guard let entries = jsonValue.arrayValue else {
            throw GeneratedContent.ParsingError(
                rawContent: jsonValue.serialized(),
                debugDescription: "a stored transcript is an array of entries, found \(jsonValue.typeName)"
            )
        }
        self.init(entries: try entries.map(Entry.init(jsonValue:)))
    }
}

extension Transcript: Codable {
    /// Reads the stored form, an array of entries.
    public init(from decoder: any Decoder) throws {
        let values = try [JSONValue](from: decoder)
        self.init(entries: try values.map(Entry.init(jsonValue:)))
    }

    /// Writes the stored form, an array of entries.
    public func encode(to encoder: any Encoder) throws { try map(\.jsonValue).encode(to: encoder) }
}
