/// A declaration of tools that the import wrote.
public struct DeclarationFile: Sendable, Hashable {
    /// The file's name, such as `orders.yaml`.
    public let name: String
    /// The origin of its tools.
    public let origin: String
    /// The YAML text.
    public let text: String
    /// The number of tools.
    public let tools: Int
    /// The bytes of the tools' names, descriptions and schemas as a model receives them.
    public let schemaBytes: Int

    /// The tokens of the tools, estimated as four bytes each.
    public var tokens: Int { schemaBytes / 4 }
}
