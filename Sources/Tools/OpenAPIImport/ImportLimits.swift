import YAMLReading

/// The limits of one import.
public struct ImportLimits: Sendable, Hashable {
    /// The bytes of all files together.
    public var bytes = 32 << 20
    /// The number of files.
    public var files = 5_000
    /// The values of one YAML file, each alias expanded.
    public var nodes = 1_000_000
    /// The aliases of one YAML file.
    public var aliases = 1_000
    /// The levels of nesting of one file.
    public var depth = 128
    /// The operations of a document.
    public var operations = 5_000
    /// The bytes of one tool's schema as JSON.
    public var schemaBytes = 8_000
    /// The bytes that a schema may have if its required arguments alone exceed ``schemaBytes``.
    public var greatestSchemaBytes = 16_000
    /// The characters of a tool's description.
    public var descriptionLength = 300
    /// The characters of an argument's description.
    public var argumentDescriptionLength = 200
    /// The entries in the list of unmapped parts; later ones are only counted.
    public var unmapped = 10_000

    /// Makes the default limits.
    public init() {}

    var yaml: YAMLLimits { YAMLLimits(bytes: bytes, depth: depth, nodes: nodes, aliases: aliases) }
}
