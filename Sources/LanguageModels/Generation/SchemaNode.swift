import StreamingJSON

/// A schema before it is written out: types stand in it as themselves, not under the names they will get.
///
/// A type's schema refers to the types of its properties without asking for theirs, so types may refer to each other in
/// circles; ``SchemaWriter`` asks each of them once.
indirect enum SchemaNode: Sendable, Equatable {
    /// JSON Schema keywords as they are.
    case keywords(JSONObject)
    /// An object; with `explicitNil` an optional property is always there, if need be as `null`.
    case object(SchemaHeading, properties: [SchemaProperty], explicitNil: Bool)
    /// One of these texts.
    case choices(SchemaHeading, [String])
    /// One of these shapes.
    case anyOf(SchemaHeading, [SchemaNode])
    /// An array, with the keywords that limit it.
    case array(of: SchemaNode, keywords: JSONObject)
    /// What a type says of itself, with the keywords of the guides on it.
    case type(SchemaType, keywords: JSONObject)
    /// The schema of this name among those made together.
    case reference(String)

    /// The name under which others may refer to this schema, if it has one.
    var name: String? {
        switch self {
        case .object(let heading, _, _), .choices(let heading, _), .anyOf(let heading, _): heading.name
        case .keywords(let keywords): keywords["title"]?.stringValue
        case .array, .type, .reference: nil
        }
    }

    /// A type with the guides on it.
    static func type<Value: Generable>(_ type: Value.Type, guides: [GenerationGuide<Value>]) -> SchemaNode {
        // A closure, for the path to a property of a generic type is looked up anew each time.
        .type(SchemaType(type), keywords: JSONObject(combining: guides.map { $0.keywords }))
    }
}

/// What stands above a schema: its name, and what it is for.
struct SchemaHeading: Sendable, Equatable {
    /// The name; `nil` for a part that nothing refers to.
    var name: String?
    /// What it is for.
    var description: String?
}

/// One property of an object.
struct SchemaProperty: Sendable, Equatable {
    /// The name.
    let name: String
    /// What it is for.
    let description: String?
    /// What its value must be.
    let node: SchemaNode
    /// Whether it may be missing.
    let isOptional: Bool
}

/// A type, equal to itself.
struct SchemaType: Sendable, Equatable {
    /// The type.
    let type: any Generable.Type

    init(_ type: any Generable.Type) { self.type = type }

    /// What tells the type from all others.
    var id: ObjectIdentifier { ObjectIdentifier(type) }

    /// The type's own name as it can stand in a schema: `Trip`, and for `Box<Int>` `Box_Int`.
    var name: String { Self.plain(String(describing: type)) }

    /// The name with the types around it, for when two types have one name.
    var qualifiedName: String {
        // The module comes first, and a type inside a function has a place in brackets, which says nothing to a model.
        let parts = String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(") }
        return Self.plain(parts.dropFirst().joined(separator: "."))
    }

    private static func plain(_ name: String) -> String {
        var result = ""
        for character in name {
            if character.isLetter || character.isNumber || character == "_" || character == "." {
                result.append(character)
            } else if result.last != "_" {
                result.append("_")
            }
        }
        return result.last == "_" ? String(result.dropLast()) : result
    }

    static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}
