import StreamingJSON

/// A writer of JSON Schema in Apple's dialect: named schemas are in `$defs` and are referred to.
struct SchemaWriter {
    /// The schemas made together, which may refer to each other by name, and their names in `$defs`.
    private struct Scope {
        let nodes: [String: SchemaTree]
        var references: [String: String]
    }

    private var definitions = JSONObject()
    private var names: Set<String> = []
    private var typeReferences: [ObjectIdentifier: String] = [:]
    /// The types without a name that are being written.
    private var inlined: Set<ObjectIdentifier> = []
    /// The names of those that refer to themselves and therefore need one.
    private var recursive: [ObjectIdentifier: String] = [:]
    private var scope: Scope

    /// Writes a whole schema.
    static func write(_ content: SchemaContent) -> JSONObject {
        var writer = SchemaWriter(content)
        var schema = writer.root(content)
        if !writer.definitions.isEmpty { schema["$defs"] = .object(writer.definitions) }
        return schema
    }

    private init(_ content: SchemaContent) {
        scope = Scope(nodes: content.named, references: [:])
    }

    private mutating func root(_ content: SchemaContent) -> JSONObject {
        if case .keywords(let keywords) = content.root { return keywords }
        if case .type(let type, let keywords) = content.root {
            let own = type.type.generationSchema.content
            if own.name != nil { return root(own.with(type: type)).merging(keywords) }
        }
        if let type = content.type { typeReferences[type.id] = "#" }
        if let name = content.name {
            names.insert(name)
            scope.references[name] = "#"
        }
        return body(content.root)
    }

    /// Returns a schema where it is used: as a reference if it has a name, otherwise inlined.
    private mutating func use(_ node: SchemaTree) -> JSONObject {
        switch node {
        case .type(let type, let keywords): use(type).merging(keywords)
        case .reference(let name): reference(name)
        case .object, .choices, .anyOf: if let name = node.name { reference(name) } else { body(node) }
        case .keywords, .array: body(node)
        }
    }

    /// Returns a schema where it is defined.
    private mutating func body(_ node: SchemaTree) -> JSONObject {
        switch node {
        case .keywords(let keywords):
            return keywords
        case .object(let heading, let properties, let explicitNil):
            return object(heading, properties, explicitNil: explicitNil)
        case .choices(let heading, let choices):
            return heading.above(["type": "string", "enum": .array(choices.map(JSONValue.string))])
        case .anyOf(let heading, let alternatives):
            return heading.above(["anyOf": .array(alternatives.map { .object(use($0)) })])
        case .array(let element, let keywords):
            return (["type": "array", "items": .object(use(element))] as JSONObject).merging(keywords)
        case .type, .reference:
            return use(node)
        }
    }

    private mutating func object(
        _ heading: SchemaHeading,
        _ properties: [SchemaProperty],
        explicitNil: Bool
    ) -> JSONObject {
        var members = JSONObject()
        var required: [JSONValue] = []
        for property in properties {
            var schema = use(property.node)
            if property.isOptional, explicitNil { schema = ["anyOf": [.object(schema), ["type": "null"]]] }
            if let description = property.description { schema["description"] = .string(description) }
            if !property.isOptional || explicitNil, members[property.name] == nil {
                required.append(.string(property.name))
            }
            members[property.name] = .object(schema)
        }
        return heading.above([
            "type": "object",
            "properties": .object(members),
            "required": .array(required),
            "x-order": .array(members.keys.map(JSONValue.string)),
            "additionalProperties": false,
        ])
    }
}

// MARK: - Names

extension SchemaWriter {
    /// Returns a reference to the schema of this name in the scope, which is defined on first use.
    private mutating func reference(_ name: String) -> JSONObject {
        if let reference = scope.references[name] { return ["$ref": .string(reference)] }
        // Cannot happen, because unknown names are refused when the schema is made.
        guard let node = scope.nodes[name] else { return [:] }
        // A type is defined by its identity, so that it is defined only once for all kinds of references.
        if case .type(let type, _) = node { return use(type) }
        let key = reserveName(name)
        scope.references[name] = Self.reference(toDefinition: key)
        define(key) { $0.body(node) }
        return ["$ref": .string(Self.reference(toDefinition: key))]
    }

    private mutating func use(_ type: SchemaType) -> JSONObject {
        if let reference = typeReferences[type.id] { return ["$ref": .string(reference)] }
        if inlined.contains(type.id) {
            let key = reserveName(type.name, of: type)
            recursive[type.id] = key
            typeReferences[type.id] = Self.reference(toDefinition: key)
            return ["$ref": .string(Self.reference(toDefinition: key))]
        }
        let content = type.type.generationSchema.content
        guard let name = content.name else { return inline(type, content) }
        let key = reserveName(name, of: type)
        let reference = Self.reference(toDefinition: key)
        typeReferences[type.id] = reference
        define(key) { $0.embedded(content, as: reference) }
        return ["$ref": .string(reference)]
    }

    /// Inlines a type without a name; it gets a name if it refers to itself.
    private mutating func inline(_ type: SchemaType, _ content: SchemaContent) -> JSONObject {
        inlined.insert(type.id)
        let schema = embedded(content, as: nil)
        inlined.remove(type.id)
        guard let key = recursive.removeValue(forKey: type.id) else { return schema }
        define(key) { _ in schema }
        return ["$ref": .string(Self.reference(toDefinition: key))]
    }

    /// Returns the part that another schema contributes, resolved with the names of that schema.
    private mutating func embedded(_ content: SchemaContent, as reference: String?) -> JSONObject {
        let outer = scope
        defer { scope = outer }
        scope = Scope(nodes: content.named, references: [:])
        if let name = content.name, let reference { scope.references[name] = reference }
        guard case .keywords(let keywords) = content.root else { return body(content.root) }
        var relocation = SchemaRelocation(root: reference)
        for (name, _) in keywords["$defs"]?.objectValue ?? [:] { relocation.names[name] = reserveName(name) }
        for (name, definition) in keywords["$defs"]?.objectValue ?? [:] {
            guard let key = relocation.names[name] else { continue }
            definitions[key] = relocation.relocated(definition)
        }
        var schema = relocation.relocated(.object(keywords)).objectValue ?? keywords
        schema["$defs"] = nil
        return schema
    }

    private mutating func define(_ key: String, as body: (inout SchemaWriter) -> JSONObject) {
        // The position is reserved first, so that definitions are in the order of their first use.
        definitions[key] = .object([:])
        var schema = body(&self)
        if schema["title"] != nil { schema["title"] = .string(key) }
        definitions[key] = .object(schema)
    }

    /// Reserves a unique name: the requested one, if needed with the enclosing types or a number.
    private mutating func reserveName(_ name: String, of type: SchemaType? = nil) -> String {
        let candidates = [name] + (type.map { [$0.qualifiedName] } ?? [])
        let key =
            candidates.first { !names.contains($0) }
            ?? (2...).lazy.map { "\(name)_\($0)" }.first { [names] in !names.contains($0) }
            ?? name
        names.insert(key)
        return key
    }

    /// Returns the `$ref` to a definition: a JSON Pointer (RFC 6901) in a URI fragment.
    static func reference(toDefinition key: String) -> String {
        var pointer = "#/$defs/"
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": pointer += "~0"
            case "/": pointer += "~1"
            case "%", " ", "\"", "<", ">", "\\", "^", "`", "{", "|", "}", "#":
                let code = String(scalar.value, radix: 16, uppercase: true)
                pointer += "%" + code
            default: pointer.unicodeScalars.append(scalar)
            }
        }
        return pointer
    }
}

extension SchemaHeading {
    /// Returns a schema with the name and the description in front.
    fileprivate func above(_ keywords: JSONObject) -> JSONObject {
        var schema = JSONObject()
        if let name { schema["title"] = .string(name) }
        if let description { schema["description"] = .string(description) }
        for (key, value) in keywords { schema[key] = value }
        return schema
    }
}
