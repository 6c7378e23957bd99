import StreamingJSON

extension Bool: Generable {
    /// A JSON boolean.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "boolean"]) }

    /// Reads a JSON boolean.
    public init(_ content: GeneratedContent) throws { self = try content.require(\.boolValue, "boolean") }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .bool(self)) }

    /// The value as JSON text.
    public var promptRepresentation: Prompt { Prompt(text: generatedContent.jsonString) }

    /// The value as JSON text.
    public var instructionsRepresentation: Instructions { Instructions(text: generatedContent.jsonString) }
}

extension String: Generable {
    /// A JSON string.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "string"]) }

    /// Reads a JSON string.
    public init(_ content: GeneratedContent) throws {
        if let recall = content.recall, let text = recall.memory.text(of: content.snapshot, at: recall.offset) {
            self = text
        } else {
            self = try content.require(\.stringValue, "string")
        }
    }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .string(self)) }

    /// The text itself, without JSON quoting.
    public var promptRepresentation: Prompt { Prompt(text: self) }

    /// The text itself, without JSON quoting.
    public var instructionsRepresentation: Instructions { Instructions(text: self) }
}

extension Never: Generable {
    /// A schema that no value fits.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["not": [:]]) }

    /// Always throws.
    public init(_ content: GeneratedContent) throws {
        throw GeneratedContent.ParsingError(
            rawContent: content.jsonString,
            debugDescription: "no value is allowed here"
        )
    }

    /// Never called, because there is no value.
    public var generatedContent: GeneratedContent { switch self {} }
}
