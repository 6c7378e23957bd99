import StreamingJSON

/// A schema before it is written, in which types occur as themselves, without the names that they will get.
///
/// A type's schema refers to the types of its properties without computing their schemas, so types may refer to each
/// other in cycles; ``SchemaWriter`` requests each schema once.
indirect enum SchemaTree: Sendable, Equatable {
    /// JSON Schema keywords, unchanged.
    case keywords(JSONObject)
    /// An object; with `explicitNil` an optional property is always present, as `null` if it has no value.
    case object(SchemaHeading, properties: [SchemaProperty], explicitNil: Bool)
    /// One of these texts.
    case choices(SchemaHeading, [String])
    /// A value that fits one of these schemas.
    case anyOf(SchemaHeading, [SchemaTree])
    /// An array, with the keywords that limit it.
    case array(of: SchemaTree, keywords: JSONObject)
    /// The schema of a type, with the keywords of its guides.
    case type(SchemaType, keywords: JSONObject)
    /// A reference to the schema of this name among those made together.
    case reference(String)

    /// The name by which other schemas can refer to this one; `nil` if it has none.
    var name: String? {
        switch self {
        case .object(let heading, _, _), .choices(let heading, _), .anyOf(let heading, _): heading.name
        case .keywords(let keywords): keywords["title"]?.stringValue
        case .array, .type, .reference: nil
        }
    }

    /// Returns the schema of a type limited by guides.
    static func type<Value: Generable>(_ type: Value.Type, guides: [GenerationGuide<Value>]) -> SchemaTree {
        // A closure instead of a key path, because a key path to a property of a generic type is built again at each
        // use.
        .type(SchemaType(type), keywords: JSONObject(combining: guides.map { $0.keywords }))
    }
}

/// The name and the description of a schema.
struct SchemaHeading: Sendable, Equatable {
    /// The name; `nil` for a part that nothing refers to.
    var name: String?
    /// The description.
    var description: String?
}

/// One property of an object.
struct SchemaProperty: Sendable, Equatable {
    /// The name.
    let name: String
    /// The description.
    let description: String?
    /// The schema of the value.
    let node: SchemaTree
    /// Whether the property may be missing.
    let isOptional: Bool
}

/// A type that is equal only to itself.
struct SchemaType: Sendable, Equatable {
    /// The type.
    let type: any Generable.Type

    init(_ type: any Generable.Type) { self.type = type }

    /// The identity of the type.
    var id: ObjectIdentifier { ObjectIdentifier(type) }

    /// The type's name in a form that is valid in a schema: `Trip`, or `Box_Int` for `Box<Int>`.
    var name: String { Self.plain(String(describing: type)) }

    /// The name with the enclosing types, for types whose short names are equal.
    var qualifiedName: String {
        // The first part is the module. A type inside a function has a context in parentheses, which is useless to a
        // model.
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

/// The parts of a schema before it is written.
struct SchemaContent: Sendable {
    /// The schema itself.
    let root: SchemaTree
    /// The schemas that were made together with it and may refer to each other by name.
    var named: [String: SchemaTree] = [:]
    /// The type that this schema describes.
    var type: SchemaType?

    /// The name of the described type.
    var name: String? { root.name }

    /// Returns the same parts as the schema of a type.
    func with(type: SchemaType) -> SchemaContent {
        var copy = self
        copy.type = copy.type ?? type
        return copy
    }
}
