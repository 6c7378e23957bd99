import StreamingJSON

extension Bool: Generable {
    /// A JSON boolean.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "boolean"]) }

    /// Reads a JSON boolean.
    public init(_ content: GeneratedContent) throws { self = try content.require(\.boolValue, "boolean") }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .bool(self)) }
}

extension String: Generable {
    /// A JSON string.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "string"]) }

    /// Reads a JSON string.
    public init(_ content: GeneratedContent) throws { self = try content.require(\.stringValue, "string") }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .string(self)) }

    /// The text itself, not as JSON.
    public var promptRepresentation: Prompt { Prompt(text: self) }

    /// The text itself, not as JSON.
    public var instructionsRepresentation: Instructions { Instructions(text: self) }
}

extension Int: Generable {
    /// A JSON number without fraction.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "integer"]) }

    /// Reads a JSON number without fraction; `3.0` counts as one.
    public init(_ content: GeneratedContent) throws { self = try content.require(\.intValue, "integer") }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .integer(self)) }
}

extension Double: Generable {
    /// A JSON number.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "number"]) }

    /// Reads a JSON number.
    public init(_ content: GeneratedContent) throws { self = try content.require(\.doubleValue, "number") }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .number(self)) }
}

extension Float: Generable {
    /// A JSON number.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "number"]) }

    /// Reads a JSON number, rounded to the nearest float.
    public init(_ content: GeneratedContent) throws { self = Float(try content.require(\.doubleValue, "number")) }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .number(Double(self))) }
}

extension Array: ConvertibleToGeneratedContent, PromptRepresentable, InstructionsRepresentable
where Element: ConvertibleToGeneratedContent {
    /// The elements as a JSON array.
    public var generatedContent: GeneratedContent {
        GeneratedContent(jsonValue: .array(map { $0.generatedContent.jsonValue }))
    }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
    /// Reads each element of a JSON array; one that is unfinished and not yet readable is left off.
    public init(_ content: GeneratedContent) throws {
        self = try content.elements().compactMap { $0.isComplete ? try Element($0) : try? Element($0) }
    }
}

extension Array: Generable where Element: Generable {
    /// An array whose elements may still be on their way.
    public typealias PartiallyGenerated = [Element.PartiallyGenerated]

    /// A JSON array of the element's schema.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(arrayOf: GenerationSchema.reference(to: Element.self))
    }
}

extension Optional where Wrapped: Generable {
    /// An optional is partially generated as what it wraps.
    public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension Optional: ConvertibleToGeneratedContent, PromptRepresentable, InstructionsRepresentable
where Wrapped: ConvertibleToGeneratedContent {
    /// The wrapped value, or `null`.
    public var generatedContent: GeneratedContent {
        self?.generatedContent ?? GeneratedContent(jsonValue: .null)
    }
}

extension GeneratedContent: Generable {
    /// A schema that any value meets.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: [:]) }

    /// The content itself.
    public init(_ content: GeneratedContent) { self = content }

    /// The content itself.
    public var generatedContent: GeneratedContent { self }
}
