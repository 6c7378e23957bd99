import StreamingJSON

/// A converter from JSON Schema to ``SchemaTree``.
///
/// A definition is placed where it is first used, under its name, and all other places refer to that name. The result
/// is one tree, so a schema that contains itself needs no special treatment.
struct JSONSchemaImporter {
    typealias ImportError = DynamicGenerationSchema.ImportError

    /// The maximum nesting depth of schemas.
    private static let maximumDepth = 128
    /// The maximum length of a schema's JSON Pointer.
    private static let maximumPointerLength = 8_192

    /// A schema that references refer to.
    struct Definition {
        let name: String
        /// Whether another schema refers to it by its name.
        var isReferenced = false
        /// The converted schema, once it is complete.
        var node: SchemaTree?
    }

    /// The keywords found without an equivalent.
    private(set) var unsupported: [DynamicGenerationSchema.UnsupportedKeyword] = []

    let document: JSONValue
    var definitions: [String: Definition] = [:]
    /// The names in use; they include those of all definitions, so that no title gets one of them first.
    var names: Set<String> = []
    private var depth = 0

    init(_ document: JSONValue) { self.document = document }

    /// Converts the whole document.
    mutating func root() throws(ImportError) -> SchemaTree {
        for group in ["$defs", "definitions"] {
            names.formUnion(document[group]?.objectValue?.keys ?? [])
        }
        let title = document["title"]?.stringValue
        definitions[""] = Definition(name: reserveName(title ?? "Root"))
        let node = try schema(document, at: "")
        guard let root = definitions[""], root.isReferenced || title != nil else { return node }
        if case .keywords = node, !root.isReferenced { return node }
        return try named(node, root, at: "")
    }

    /// Converts one schema.
    mutating func schema(_ value: JSONValue, at pointer: String) throws(ImportError) -> SchemaTree {
        switch value {
        case .bool(true):
            return .keywords([:])
        case .object(let members):
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.maximumDepth else {
                throw failure(
                    pointer,
                    "schemas are nested more than \(Self.maximumDepth) deep; flatten them with $defs"
                )
            }
            guard pointer.utf8.count <= Self.maximumPointerLength else {
                throw failure(
                    String(pointer.prefix(80)) + "…",
                    "the path to a schema is too long; use shorter names"
                )
            }
            return try schema(members, at: pointer)
        case .bool(false):
            throw failure(pointer, "the schema 'false' permits no value to generate; remove it")
        default:
            throw failure(pointer, "a schema must be an object or 'true', found \(value.typeName)")
        }
    }

    private mutating func schema(_ members: JSONObject, at pointer: String) throws(ImportError) -> SchemaTree {
        if let reference = members["$ref"] { return try referring(reference, members, at: pointer) }
        if members["nullable"] == true {
            var rest = members
            rest["nullable"] = nil
            return .anyOf(SchemaHeading(), [try schema(rest, at: pointer), .keywords(["type": "null"])])
        }
        if let choices = members.textChoices { return choices }
        if let types = members["type"]?.arrayValue, members["enum"] == nil, members["const"] == nil {
            return try oneOf(types, members, at: pointer)
        }
        for keyword in ["anyOf", "oneOf"] {
            if let alternatives = members[keyword]?.arrayValue {
                return try alternative(alternatives, keyword, members, at: pointer)
            }
        }
        if let parts = members["allOf"]?.arrayValue, parts.count == 1,
            members.keys.allSatisfy({ $0 == "allOf" || JSONSchemaKeywords.isPlain($0) })
        {
            return described(try schema(parts[0], at: "\(pointer)/allOf/0"), by: members)
        }
        let type = members["type"]?.stringValue
        if type == "object" || type == nil && members["properties"] != nil {
            return try object(members, at: pointer)
        }
        if type == "array" || type == nil && members["items"] != nil {
            return try array(members, at: pointer)
        }
        let extras = members.keys.filter { !JSONSchemaKeywords.isOfScalars($0) }
        if let kept = keptAsItIs(members, extras, at: pointer) { return kept }
        return .keywords(
            JSONObject(members.withoutIdentity.filter { !extras.contains($0.key) }.map { ($0.key, $0.value) })
        )
    }
}

// MARK: - Kinds of schemas

extension JSONSchemaImporter {
    private mutating func object(_ members: JSONObject, at pointer: String) throws(ImportError) -> SchemaTree {
        let properties = members["properties"]?.objectValue ?? [:]
        let required = members["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
        var extras = members.keys.filter { !JSONSchemaKeywords.isOfObjects($0) }
        let isOpen = members["additionalProperties"] != false
        if let rest = members["additionalProperties"]?.objectValue, !rest.isEmpty {
            extras.append("additionalProperties")
        }
        // An object without known properties may have any; a closed object would have to be empty.
        if properties.isEmpty, required.isEmpty, isOpen, extras.isEmpty { return .keywords(members.withoutIdentity) }
        if let kept = keptAsItIs(members, extras, at: pointer) { return kept }
        var order = members["x-order"]?.arrayValue?.compactMap(\.stringValue).filter { properties[$0] != nil } ?? []
        // A property that is required but not described may have any value.
        for name in properties.keys + required where !order.contains(name) { order.append(name) }
        var result: [SchemaProperty] = []
        for name in order {
            let isOptional = !required.contains(name)
            // A property that must not be present needs no entry in a closed object.
            if isOptional, properties[name] == false { continue }
            result.append(
                try property(name, properties[name] ?? true, isOptional: isOptional, at: "\(pointer)/properties")
            )
        }
        // A definition has a name already.
        let title = definitions[pointer] == nil ? members["title"]?.stringValue : nil
        let heading = SchemaHeading(
            name: title.flatMap { names.insert($0).inserted ? $0 : nil },
            description: members["description"]?.stringValue
        )
        return .object(heading, properties: result, explicitNil: false)
    }

    private mutating func property(
        _ name: String,
        _ value: JSONValue,
        isOptional: Bool,
        at pointer: String
    ) throws(ImportError) -> SchemaProperty {
        var (value, description) = (value, String?.none)
        // The description beside a reference belongs to the property, not to the target.
        if var members = value.objectValue, members["$ref"] != nil || members["allOf"] != nil {
            description = members["description"]?.stringValue
            members["description"] = nil
            value = .object(members)
        }
        let node = try schema(value, at: "\(pointer)/\(Self.escaped(name))")
        return SchemaProperty(name: name, description: description, node: node, isOptional: isOptional)
    }

    private mutating func array(_ members: JSONObject, at pointer: String) throws(ImportError) -> SchemaTree {
        guard members["items"]?.arrayValue == nil else {
            throw failure(pointer, "'items' must be one schema; write an array of schemas as 'prefixItems'")
        }
        let extras = members.keys.filter { !JSONSchemaKeywords.isOfArrays($0) }
        if let kept = keptAsItIs(members, extras, at: pointer) { return kept }
        let element = try schema(members["items"] ?? true, at: "\(pointer)/items")
        var limits = JSONObject()
        for (keyword, value) in members.withoutIdentity
        where keyword != "type" && keyword != "items" && JSONSchemaKeywords.isOfArrays(keyword) {
            limits[keyword] = value
        }
        return .array(of: element, keywords: limits)
    }

    /// Converts a schema of several types into one alternative for each, with the keywords that apply to it.
    private mutating func oneOf(
        _ types: [JSONValue],
        _ members: JSONObject,
        at pointer: String
    ) throws(ImportError) -> SchemaTree {
        let names = types.compactMap(\.stringValue)
        guard names.count == types.count, !names.isEmpty else {
            throw failure(pointer, "'type' must hold the names of types")
        }
        let isOfContainers = names.contains("object") || names.contains("array")
        let hasMore = members.keys.contains { JSONSchemaKeywords.isAnnotation($0) && !JSONSchemaKeywords.isPlain($0) }
        // Annotations such as `default` apply to all alternatives together.
        if !isOfContainers, hasMore { return .keywords(members.withoutIdentity) }
        var alternatives: [SchemaTree] = []
        for name in names {
            var part = members
            if names.count > 1 {
                part = JSONObject(
                    part.filter { JSONSchemaKeywords.concerns($0.key, name) && !JSONSchemaKeywords.isPlain($0.key) }
                        .map { ($0.key, $0.value) }
                )
            }
            part["type"] = .string(name)
            alternatives.append(try schema(part, at: pointer))
        }
        if alternatives.count == 1 { return alternatives[0] }
        return .anyOf(SchemaHeading(description: members["description"]?.stringValue), alternatives)
    }

    private mutating func alternative(
        _ values: [JSONValue],
        _ keyword: String,
        _ members: JSONObject,
        at pointer: String
    ) throws(ImportError) -> SchemaTree {
        guard !values.isEmpty else { throw failure(pointer, "'\(keyword)' must hold at least one schema") }
        let hasTypeTwice = values.allSatisfy { type(of: $0) == members["type"] }
        let extras = members.keys.filter {
            $0 != keyword && !JSONSchemaKeywords.isPlain($0) && !($0 == "type" && hasTypeTwice)
        }
        if let kept = keptAsItIs(members, extras, at: pointer) { return kept }
        var alternatives: [SchemaTree] = []
        for (index, value) in values.enumerated() {
            alternatives.append(try schema(value, at: "\(pointer)/\(keyword)/\(index)"))
        }
        return .anyOf(SchemaHeading(description: members["description"]?.stringValue), alternatives)
    }

    /// Returns a schema as plain JSON Schema if it has keywords without an equivalent.
    ///
    /// - Returns: `nil` if there are no such keywords, or if they cannot be kept.
    private mutating func keptAsItIs(_ members: JSONObject, _ extras: [String], at pointer: String) -> SchemaTree? {
        guard !extras.isEmpty else { return nil }
        let whole = JSONSchemaExpansion(document: document).expanded(.object(members.withoutIdentity))?.objectValue
        for keyword in extras { report(keyword, at: pointer, isKept: whole != nil) }
        return whole.map(SchemaTree.keywords)
    }

    /// Returns the type that a schema names, after resolving its references.
    private func type(of schema: JSONValue) -> JSONValue? {
        var schema = schema
        for _ in 0..<8 {
            guard let reference = schema["$ref"]?.stringValue, reference.hasPrefix("#"),
                let target = reference.dropFirst().removingPercentEscapes.flatMap(document.descendant(at:))
            else { break }
            schema = target
        }
        return schema["type"]
    }

    /// Records a keyword without an equivalent.
    mutating func report(_ keyword: String, at pointer: String, isKept: Bool) {
        unsupported.append(
            .init(
                location: "#" + pointer,
                keyword: keyword,
                isKept: isKept,
                limitsValues: !JSONSchemaKeywords.isAnnotation(keyword)
            )
        )
    }

    /// Returns a schema with the description that is written beside a reference to it.
    func described(_ node: SchemaTree, by members: JSONObject) -> SchemaTree {
        guard let description = members["description"]?.stringValue else { return node }
        return .anyOf(SchemaHeading(description: description), [node])
    }

    /// Returns an error with its location.
    func failure(_ pointer: String, _ message: String) -> ImportError {
        ImportError(location: "#" + pointer, message: message)
    }
}
