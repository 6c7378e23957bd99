import StreamingJSON

/// The JSON Schemas of values on the wire, with the definitions that they refer to.
///
/// An input refers to entities by their identifiers; an output contains them whole.
struct JSONSchemaBuilder {
    /// The direction of a value.
    enum Direction { case input, output }

    let refinements: SchemaRefinements
    let direction: Direction
    let catalog: SchemaCatalog
    /// The definitions so far, under `$defs`.
    private(set) var definitions = JSONObject()

    init(_ refinements: SchemaRefinements, _ direction: Direction, catalog: SchemaCatalog = .current) {
        self.refinements = refinements
        self.direction = direction
        self.catalog = catalog
    }

    /// The maximum number of elements of an array.
    static let mostElements = 50

    /// Returns the schema of a parameter or property.
    ///
    /// - Parameter owner: The schema with the parameter.
    mutating func schema(of parameter: SchemaParameter, owner: String) -> JSONObject {
        let schema = schema(of: parameter.type, union: "\(owner).\(parameter.name)")
        return parameter.isOptional ? Self.nullable(schema) : schema
    }

    /// Returns the schema of a type.
    ///
    /// - Parameter union: The key in ``SchemaRefinements/unions`` and ``SchemaRefinements/targets``.
    mutating func schema(of type: SchemaType, union: String) -> JSONObject {
        switch type {
        case .string, .mailCategory: ["type": "string", "maxLength": 2_000]
        case .boolean: ["type": "boolean"]
        case .integer: ["type": "integer"]
        case .number: ["type": "number"]
        case .attributedText: ["type": "string", "maxLength": 20_000, "contentMediaType": "text/markdown"]
        case .date: ["type": "string", "format": "date-time", "maxLength": 40]
        case .dateComponents: reference("dateComponents") { Self.dateComponents }
        case .duration: ["type": "number", "minimum": 0, "description": "Seconds."]
        case .recurrenceRule:
            [
                "type": "string", "maxLength": 500,
                "description": "The value of an RRULE (RFC 5545), such as FREQ=WEEKLY;BYDAY=MO.",
            ]
        case .url: Self.url(direction)
        case .person: reference("person") { Self.person }
        case .place: reference("place") { Self.place }
        case .file: reference("file") { Self.file }
        case .searchCriteria: Self.object(["term": ["type": "string", "maxLength": 500]], required: ["term"])
        case .sceneDescriptor: reference("scene") { Self.scene }
        case .link:
            Self.object(
                ["url": .object(Self.url(direction)), "title": ["type": "string", "maxLength": 500]],
                required: ["url"]
            )
        case .tag: Self.reference(to: ["TagEntity"])
        case .entity(let id): entity(id)
        case .anyEntity: refinements.targets[union].map { entity($0) } ?? Self.reference(to: [])
        case .enumeration(let id): reference("enum.\(id)") { [self] _ in enumeration(id) }
        case .union: members(union)
        case .array(let element):
            [
                "type": "array", "maxItems": .integer(Self.mostElements),
                "items": .object(schema(of: element, union: union)),
            ]
        case .set(let element):
            [
                "type": "array", "maxItems": .integer(Self.mostElements), "uniqueItems": true,
                "items": .object(schema(of: element, union: union)),
            ]
        }
    }

    /// Returns a reference to a definition, which is made at the first one.
    ///
    /// The name is reserved before the definition is made, because entities may contain each other.
    private mutating func reference(_ name: String, _ make: (inout Self) -> JSONObject) -> JSONObject {
        if definitions[name] == nil {
            definitions[name] = true
            definitions[name] = .object(make(&self))
        }
        return ["$ref": .string("#/$defs/\(name)")]
    }

    private mutating func reference(_ name: String, _ make: () -> JSONObject) -> JSONObject {
        reference(name) { _ in make() }
    }

    private func enumeration(_ id: String) -> JSONObject {
        let known = catalog.enumeration(id)
        guard let cases = refinements.cases[id] ?? known.flatMap({ $0.isOpen ? nil : $0.cases }) else {
            // The app has not registered its cases, so that any value may be one.
            return ["type": "string", "maxLength": 100, "examples": .array((known?.cases ?? []).map { .string($0) })]
        }
        return ["type": "string", "enum": .array(cases.map { .string($0) })]
    }

    private mutating func entity(_ id: String) -> JSONObject {
        switch direction {
        case .output: return reference("entity.\(id)") { $0.wholeEntity(id) }
        case .input where refinements.transientEntities.contains(id):
            return reference("value.\(id)") { $0.transientEntity(id) }
        case .input: return reference("ref.\(id)") { Self.reference(to: [id]) }
        }
    }

    /// Returns the schema of an entity in an output: without its properties it is a reference that people can read.
    private mutating func wholeEntity(_ id: String) -> JSONObject {
        var properties = JSONObject()
        for property in catalog.entity(id)?.properties ?? [] {
            properties[property.name] = .object(Self.nullable(schema(of: property, owner: id)))
        }
        return [
            "type": "object",
            "required": refinements.transientEntities.contains(id) ? ["type", "display"] : ["type", "id", "display"],
            "additionalProperties": false,
            "properties": [
                "type": ["const": .string(id)],
                "id": .object(Self.identifier),
                "display": .object(
                    Self.object(
                        [
                            "title": ["type": "string", "maxLength": 500],
                            "subtitle": ["type": "string", "maxLength": 500],
                        ],
                        required: ["title"]
                    )
                ),
                "ownership": ["enum": ["private", "shared", "public"]],
                "properties": ["type": "object", "additionalProperties": false, "properties": .object(properties)],
            ],
        ]
    }

    /// Returns the schema of an entity without an identifier in an input.
    private mutating func transientEntity(_ id: String) -> JSONObject {
        var properties = JSONObject()
        var required: [JSONValue] = []
        for property in catalog.entity(id)?.properties ?? [] {
            properties[property.name] = .object(schema(of: property, owner: id))
            if !property.isOptional { required.append(.string(property.name)) }
        }
        return Self.object(
            [
                "type": ["const": .string(id)],
                "properties": [
                    "type": "object", "additionalProperties": false, "required": .array(required),
                    "properties": .object(properties),
                ],
            ],
            required: ["type", "properties"]
        )
    }

    private mutating func members(_ union: String) -> JSONObject {
        guard let members = refinements.unions[union], !members.isEmpty else {
            return [
                "type": "object", "required": ["kind", "value"],
                "properties": ["kind": ["type": "string", "maxLength": 64]],
            ]
        }
        let branches = members.map { member -> JSONValue in
            // The check of the registration has accepted the types.
            let value = SchemaType(notation: member.type).map { schema(of: $0, union: "") } ?? [:]
            return .object(
                Self.object(
                    ["kind": ["const": .string(member.kind)], "value": .object(value)],
                    required: ["kind", "value"]
                )
            )
        }
        return branches.count == 1 ? branches[0].objectValue ?? [:] : ["oneOf": .array(branches)]
    }
}
