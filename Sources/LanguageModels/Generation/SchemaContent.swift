import StreamingJSON

/// The parts of a schema before it is written.
struct SchemaContent: Sendable {
    /// The schema itself.
    let root: SchemaNode
    /// The schemas that were made together with it and may refer to each other by name.
    var named: [String: SchemaNode] = [:]
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
