import AssistantSchemas

/// The name of a tool whose calls a device makes, with its part of the catalog.
enum DeviceToolName: Sendable, Hashable {
    /// An intent, `photos_openAlbum`.
    case intent(String)
    /// A query about entities, `photos_album_find`.
    case query(String)
    /// A tool of an app, `x-cafe_birthdayContact` for `x-cafe.birthdayContact`.
    case own(String)

    private static let querySuffix = "_find"

    /// Reads a name; `nil` if no device makes its calls.
    init?(_ name: String) {
        if let intent = SchemaCatalog.current.intent(toolName: name) {
            self = .intent(intent.id)
        } else if name.hasPrefix(SchemaCatalog.ownNamespacePrefix) {
            self = .own(Self.dotted(name))
        } else if name.hasSuffix(Self.querySuffix) {
            let id = Self.dotted(String(name.dropLast(Self.querySuffix.count)))
            guard SchemaCatalog.current.entity(id) != nil else { return nil }
            self = .query(id)
        } else {
            return nil
        }
    }

    /// The name, which every provider accepts.
    var name: String {
        switch self {
        case .intent(let id), .own(let id): Self.underscored(id)
        case .query(let id): Self.underscored(id) + Self.querySuffix
        }
    }

    /// The id of the schema.
    var schema: String {
        switch self {
        case .intent(let id), .query(let id), .own(let id): id
        }
    }

    private static func underscored(_ id: String) -> String { id.replacing(".", with: "_") }

    private static func dotted(_ name: String) -> String {
        guard let place = name.firstIndex(of: "_") else { return name }
        return name[..<place] + "." + name[name.index(after: place)...]
    }
}
