package import StreamingJSON

/// A schema that is put together while the program runs (Apple FoundationModels 26.0).
///
/// ``GenerationSchema/init(root:dependencies:)`` makes a schema of several that may refer to each other.
public struct DynamicGenerationSchema: Sendable {
    let node: SchemaNode

    init(node: SchemaNode) { self.node = node }

    /// Only `null` (Apple FoundationModels 26.4).
    public static var null: DynamicGenerationSchema { DynamicGenerationSchema(keywords: ["type": "null"]) }

    /// An object.
    public init(name: String, description: String? = nil, properties: [Property]) {
        self.init(
            name: name,
            description: description,
            representNilExplicitlyInGeneratedContent: false,
            properties: properties
        )
    }

    /// An object (Apple FoundationModels 26.4).
    ///
    /// With `explicitNil` an optional property is always there, as `null` if it has no value.
    public init(
        name: String,
        description: String? = nil,
        representNilExplicitlyInGeneratedContent explicitNil: Bool,
        properties: [Property]
    ) {
        node = .object(
            SchemaHeading(name: name, description: description),
            properties: properties.map(\.content),
            explicitNil: explicitNil
        )
    }

    /// One of several shapes.
    public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
        node = .anyOf(SchemaHeading(name: name, description: description), choices.map(\.node))
    }

    /// One of several texts.
    public init(name: String, description: String? = nil, anyOf choices: [String]) {
        node = .choices(SchemaHeading(name: name, description: description), choices)
    }

    /// An array.
    public init(
        arrayOf itemSchema: DynamicGenerationSchema,
        minimumElements: Int? = nil,
        maximumElements: Int? = nil
    ) {
        var keywords = JSONObject()
        if let minimumElements { keywords["minItems"] = .integer(minimumElements) }
        if let maximumElements { keywords["maxItems"] = .integer(maximumElements) }
        node = .array(of: itemSchema.node, keywords: keywords)
    }

    /// What a type says of itself, with guides on it.
    public init<Value: Generable>(type: Value.Type, guides: [GenerationGuide<Value>] = []) {
        node = .type(type, guides: guides)
    }

    /// The schema of this name, the root or a dependency or one inside them.
    public init(referenceTo name: String) {
        node = .reference(name)
    }

    /// JSON Schema keywords as they are, for what has no other form here.
    ///
    /// They must hold no `$ref`.
    package init(keywords: JSONObject) {
        node = .keywords(keywords)
    }
}

extension DynamicGenerationSchema {
    /// One property of an object.
    public struct Property: Sendable {
        let content: SchemaProperty

        /// Makes a property.
        public init(
            name: String,
            description: String? = nil,
            schema: DynamicGenerationSchema,
            isOptional: Bool = false
        ) {
            content = SchemaProperty(
                name: name,
                description: description,
                node: schema.node,
                isOptional: isOptional
            )
        }
    }
}
