import CSchemaLines

/// The facts about schemas that the macros check, by the identifier.
enum SchemaTable {
    /// The lines of `schema-lines.txt`, one for each schema and each former identifier.
    private static let lines = String(
        decoding: UnsafeBufferPointer(start: torii_schema_lines(), count: torii_schema_lines_size()),
        as: UTF8.self
    ).split(separator: "\n")

    private static let entries: [String: SchemaEntry] = Dictionary(
        uniqueKeysWithValues: lines.compactMap(SchemaEntry.init).map { ($0.id, $0) }
    )

    private static let aliases: [String: String] = Dictionary(
        uniqueKeysWithValues: lines.compactMap { line in
            let fields = line.split(separator: "|")
            return fields.count == 3 && fields[0] == "alias" ? (String(fields[1]), String(fields[2])) : nil
        }
    )

    /// Returns the facts about a schema, by its present or a former identifier.
    static func entry(_ id: String) -> SchemaEntry? { entries[aliases[id] ?? id] }

    /// Returns the identifiers of a kind in a domain.
    static func ids(_ kind: SchemaEntry.Kind, domain: String) -> [String] {
        entries.values.filter { $0.kind == kind && $0.id.hasPrefix("\(domain).") }.map(\.id).sorted()
    }
}

/// The facts about one schema that the macros check.
struct SchemaEntry {
    enum Kind: String { case intent, entity, `enum` }

    let kind: Kind
    let id: String
    /// Whether the optionality of the values is certain.
    let isExact: Bool
    /// The parameters or properties; `nil` if they are unknown.
    let values: [SchemaValue]?
    let protocols: [String]
    /// The type of the result; `nil` for none.
    let result: SchemaValueType?
    /// The minimum of the authentication policy.
    let authentication: String
    let cases: [String]
    let isOpen: Bool

    /// Reads a line of the generated table; `nil` for a line of another kind.
    init?(_ line: Substring) {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard let kind = Kind(rawValue: fields[0]) else { return nil }
        self.kind = kind
        id = fields[1]
        isExact = fields[2] == "strong"
        if kind == .enum {
            isOpen = fields[3] == "open"
            cases = fields[4].split(separator: ",").map(String.init)
            (values, protocols, result, authentication) = ([], [], nil, "")
        } else {
            values = fields[3] == "known" ? fields[4].split(separator: ",").map(SchemaValue.init) : nil
            protocols = fields[5].split(separator: ",").map(String.init)
            result = kind == .intent && !fields[6].isEmpty ? SchemaValueType(fields[6][...]) : nil
            authentication = kind == .intent ? fields[7] : ""
            (cases, isOpen) = ([], false)
        }
    }

    /// The words for the kind and the identifier in messages: "schema intent 'photos.openAlbum'".
    var words: String { "schema \(kind.rawValue) '\(id)'" }

    /// The word for a value: "parameter" or "property".
    var role: String { kind == .intent ? "parameter" : "property" }

    /// The type that represents the schema of an identifier: `AppSchema.Photos.Album`.
    static func marker(of id: String) -> String {
        let parts = id.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return "AssistantIntents.AppSchema.\(parts.joined(separator: "."))"
    }
}

/// A parameter or property of a schema.
struct SchemaValue {
    let name: String
    let type: SchemaValueType
    /// Whether declarations of 2024 lack it.
    let isLater: Bool

    /// Reads `name: type`, followed by ` later` for one that the schema got later.
    init(_ text: Substring) {
        var text = text
        isLater = text.hasSuffix(" later")
        if isLater { text.removeLast(6) }
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        name = String(text[..<colon])
        type = SchemaValueType(text[colon...].dropFirst(2))
    }
}

/// The type of a value: the collection around it, and the element.
struct SchemaValueType: Equatable {
    enum Element: Equatable {
        /// A type of the library, by its name.
        case plain(String)
        case entity(String)
        case anyEntity
        case enumeration(String)
        case union(String)
    }

    let collection: TypeShape.Collection?
    let element: Element
    let isOptional: Bool

    private static let unions: Set<Substring> = [
        "EventLocation", "MessageDestination", "CallDestination", "AudioItem", "MapsLocation", "EventAlarm", "Owner",
        "ReadReaction",
    ]

    init(_ notation: Substring) {
        var text = notation
        isOptional = text.hasSuffix("?")
        if isOptional { text.removeLast() }
        if text.hasPrefix("[") {
            collection = .array
            text = text.dropFirst().dropLast()
        } else if text.hasPrefix("Set<") {
            collection = .set
            text = text.dropFirst(4).dropLast()
        } else {
            collection = nil
        }
        if text.hasPrefix("entity:") {
            element = .entity(String(text.dropFirst(7)))
        } else if text.hasPrefix("enum:") {
            element = .enumeration(String(text.dropFirst(5)))
        } else if text == "any AppEntity" {
            element = .anyEntity
        } else if Self.unions.contains(text) {
            element = .union(String(text))
        } else {
            element = .plain(String(text))
        }
    }

    /// The type as a person writes it, with a placeholder for a type of the app.
    var placeholder: String {
        let name =
            switch element {
            case .plain(let name): name
            case .entity(let id), .enumeration(let id): "<#\(Self.typeName(of: id))#>"
            case .anyEntity: "<#Entity#>"
            case .union(let name): "<#\(name)#>"
            }
        return Self.text(name, collection, isOptional)
    }

    /// The type in messages.
    var words: String {
        let name =
            switch element {
            case .plain(let name), .union(let name): name
            case .entity(let id): "entity '\(id)'"
            case .enumeration(let id): "enum '\(id)'"
            case .anyEntity: "any entity"
            }
        return Self.text(name, collection, isOptional)
    }

    private static func text(_ name: String, _ collection: TypeShape.Collection?, _ isOptional: Bool) -> String {
        let text =
            switch collection {
            case .array: "[\(name)]"
            case .set: "Set<\(name)>"
            case nil: name
            }
        return isOptional ? text + "?" : text
    }

    /// Returns a name for a type that adopts a schema: `PhotosAlbum`.
    private static func typeName(of id: String) -> String {
        id.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
