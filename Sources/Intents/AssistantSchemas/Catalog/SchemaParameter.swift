public import StreamingJSON

/// A parameter of an intent, or a property of an entity.
public struct SchemaParameter: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The type, without optionality.
    public let type: SchemaType
    /// Whether the value may be missing.
    public let isOptional: Bool
    /// Whether the schema existed before this parameter, so that older declarations lack it.
    public let isLater: Bool
    /// The value of a parameter that a request need not mention, although the app needs one: an empty array, or a flag.
    public let defaultValue: JSONValue?

    init(
        _ name: String,
        _ type: SchemaType,
        optional isOptional: Bool = false,
        later isLater: Bool = false,
        default defaultValue: JSONValue? = nil
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isLater = isLater
        self.defaultValue = defaultValue
    }

    /// The type as in Apple's templates, such as `[entity:photos.asset]?`.
    public var notation: String { type.notation + (isOptional ? "?" : "") }
}
