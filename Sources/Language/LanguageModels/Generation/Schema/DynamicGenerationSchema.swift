package import StreamingJSON

/// A schema that is built at run time (Apple FoundationModels 26.0).
///
/// ``GenerationSchema/init(root:dependencies:)`` makes a schema of several dynamic schemas that may refer to each
/// other.
public struct DynamicGenerationSchema: Sendable {
    let node: SchemaTree

    init(node: SchemaTree) { self.node = node }

    /// The schema of `null` only (Apple FoundationModels 26.4).
    public static var null: DynamicGenerationSchema { DynamicGenerationSchema(keywords: ["type": "null"]) }

    /// Makes the schema of an object.
    public init(name: String, description: String? = nil, properties: [Property]) {
        self.init(
            name: name,
            description: description,
            representNilExplicitlyInGeneratedContent: false,
            properties: properties
        )
    }

    /// Makes the schema of an object (Apple FoundationModels 26.4).
    ///
    /// With `explicitNil` an optional property is always present, as `null` if it has no value.
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

    /// Makes the schema of a value that fits one of several schemas.
    public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
        node = .anyOf(SchemaHeading(name: name, description: description), choices.map(\.node))
    }

    /// Makes the schema of one of several texts.
    public init(name: String, description: String? = nil, anyOf choices: [String]) {
        node = .choices(SchemaHeading(name: name, description: description), choices)
    }

    /// Makes the schema of an array.
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

    /// Makes the schema of a type, limited by guides.
    public init<Value: Generable>(type: Value.Type, guides: [GenerationGuide<Value>] = []) {
        node = .type(type, guides: guides)
    }

    /// Makes a reference to the schema with this name, which may be the root, a dependency, or nested in one of them.
    public init(referenceTo name: String) {
        node = .reference(name)
    }

    /// Makes a schema of JSON Schema keywords, unchanged, if no other form fits.
    ///
    /// The keywords must contain no `$ref`.
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
