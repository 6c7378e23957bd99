import StreamingJSON

/// What a schema is made of, before it is written out.
struct SchemaContent: Sendable {
    /// The schema itself.
    let root: SchemaNode
    /// The schemas made together with it, which may refer to each other by name.
    var named: [String: SchemaNode] = [:]
    /// The type that this is the schema of.
    var type: SchemaType?

    /// The name of what is described.
    var name: String? { root.name }

    /// The same as the schema of a type.
    func with(type: SchemaType) -> SchemaContent {
        var copy = self
        copy.type = copy.type ?? type
        return copy
    }
}
