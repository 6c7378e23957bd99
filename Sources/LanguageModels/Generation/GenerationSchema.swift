public import StreamingJSON

/// The shape that generated content must have, as JSON Schema in Apple's dialect (Apple FoundationModels 26.0).
///
/// The dialect: `title` is the type's name, `x-order` lists the properties in the order of their declaration,
/// `additionalProperties` is always false, an optional property is absent from `required`, and nested types stand in `$defs`.
public struct GenerationSchema: Sendable, Equatable {
    /// The schema without its definitions.
    private var root: JSONObject
    /// The nested types by name.
    private var definitions: JSONObject

    /// The name of the type described, empty for a type without one.
    public var name: String { root["title"]?.stringValue ?? "" }

    /// The whole schema as JSON, definitions included.
    public var jsonValue: JSONValue {
        var whole = root
        if !definitions.isEmpty { whole["$defs"] = .object(definitions) }
        return .object(whole)
    }

    /// Wraps a JSON Schema as it is.
    ///
    /// Nothing is checked: it is shown to the model, and what the model makes of it is read by the type that asked.
    public init(jsonSchema: JSONObject) {
        root = jsonSchema
        definitions = jsonSchema["$defs"]?.objectValue ?? [:]
        root["$defs"] = nil
    }
}

// MARK: - Types

extension GenerationSchema {
    /// Describes an object.
    public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
        let name = Self.typeName(type)
        var members = JSONObject()
        var required: [JSONValue] = []
        var definitions = JSONObject()
        // While a type's own properties are described it is "open": one that refers back becomes a `$ref`, not a loop.
        let resolved = OpenTypes.$names.withValue(OpenTypes.names.merging([ObjectIdentifier(type): name]) { $1 }) {
            properties.map { ($0, $0.schema()) }
        }
        for (property, schema) in resolved {
            var (inner, nested) = schema.referenced()
            for (key, value) in property.keywords { inner[key] = value }
            if let text = property.description { inner["description"] = .string(text) }
            members[property.name] = .object(inner)
            for (key, value) in nested { definitions[key] = value }
            if !property.isOptional { required.append(.string(property.name)) }
        }
        root = ["title": .string(name)]
        if let description { root["description"] = .string(description) }
        root["type"] = "object"
        root["properties"] = .object(members)
        root["required"] = .array(required)
        root["x-order"] = .array(properties.map { .string($0.name) })
        root["additionalProperties"] = false
        // A type that refers to itself must find itself among the definitions also when it is the root.
        if JSONValue.object(members).serialized().contains("\"#/$defs/\(name)\"") {
            definitions[name] = .object(root)
        }
        self.definitions = definitions
    }

    /// Describes one of several texts.
    public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
        root = ["title": .string(Self.typeName(type))]
        if let description { root["description"] = .string(description) }
        root["type"] = "string"
        root["enum"] = .array(choices.map(JSONValue.string))
        definitions = [:]
    }

    /// Describes an array.
    init(arrayOf element: GenerationSchema) {
        let (inner, nested) = element.referenced()
        root = ["type": "array", "items": .object(inner)]
        definitions = nested
    }

    /// The schema of a type, or a reference to it while that type is itself being described.
    static func reference<Value: Generable>(to type: Value.Type) -> GenerationSchema {
        if let name = OpenTypes.names[ObjectIdentifier(type)] {
            return GenerationSchema(jsonSchema: ["$ref": .string("#/$defs/\(name)")])
        }
        return Value.generationSchema
    }

    /// This schema as part of another: a named type by reference, with the definitions it brings along.
    private func referenced() -> (schema: JSONObject, definitions: JSONObject) {
        guard !name.isEmpty else { return (root, definitions) }
        var nested = definitions
        nested[name] = .object(root)
        return (["$ref": .string("#/$defs/\(name)")], nested)
    }

    private static func typeName(_ type: any Generable.Type) -> String { String(describing: type) }
}

/// The types whose schemas are being made, by name; task-local because a type's schema is a static property without arguments.
private enum OpenTypes {
    @TaskLocal static var names: [ObjectIdentifier: String] = [:]
}

// MARK: - Properties

extension GenerationSchema {
    /// One property of an object.
    public struct Property {
        let name: String
        let description: String?
        let isOptional: Bool
        let keywords: JSONObject
        let schema: () -> GenerationSchema

        /// A property that must be there.
        public init<Value: Generable>(
            name: String,
            description: String? = nil,
            type: Value.Type,
            guides: [GenerationGuide<Value>] = []
        ) {
            self.init(name: name, description: description, type: type, isOptional: false, guides: guides)
        }

        /// A property that may be missing.
        public init<Value: Generable>(
            name: String,
            description: String? = nil,
            type: Value?.Type,
            guides: [GenerationGuide<Value>] = []
        ) {
            self.init(name: name, description: description, type: Value.self, isOptional: true, guides: guides)
        }

        private init<Value: Generable>(
            name: String,
            description: String?,
            type: Value.Type,
            isOptional: Bool,
            guides: [GenerationGuide<Value>]
        ) {
            self.name = name
            self.description = description
            self.isOptional = isOptional
            keywords = JSONObject(guides.flatMap { $0.keywords.map { ($0.key, $0.value) } })
            schema = { GenerationSchema.reference(to: Value.self) }
        }
    }
}

extension GenerationSchema: Codable {
    /// Reads the JSON form.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        guard case .object(let schema) = value else {
            throw DecodingError.typeMismatch(
                GenerationSchema.self,
                .init(codingPath: decoder.codingPath, debugDescription: "a schema is a JSON object")
            )
        }
        self.init(jsonSchema: schema)
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws { try jsonValue.encode(to: encoder) }
}

extension GenerationSchema: CustomDebugStringConvertible {
    /// The JSON text.
    public var debugDescription: String { jsonValue.serialized() }
}
