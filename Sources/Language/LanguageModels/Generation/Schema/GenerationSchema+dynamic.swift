import StreamingJSON

extension GenerationSchema {
    /// Makes a schema of dynamic schemas.
    ///
    /// A schema with a name can be referred to by all of them, whether it is the root, a dependency, or nested in
    /// another. The same schema may occur in several places.
    ///
    /// - Throws: ``SchemaError`` if two different schemas or two properties of one object have the same name, if a
    ///   choice has no alternatives, or if a reference names no schema.
    public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
        var collector = DynamicSchemaCollector(schema: root.node.name)
        try collector.collect(root.node)
        for dependency in dependencies { try collector.collect(dependency: dependency.node) }
        try collector.checkReferences()
        self.init(content: SchemaContent(root: root.node, named: collector.named))
    }
}

/// A collector of the named schemas, which checks that they are consistent.
private struct DynamicSchemaCollector {
    /// The name of the root, for errors.
    let schema: String?
    private(set) var named: [String: SchemaTree] = [:]
    private var references: [String] = []
    private var dependencies: Set<String> = []

    init(schema: String?) {
        self.schema = schema
        if let schema { dependencies.insert(schema) }
    }

    mutating func collect(dependency node: SchemaTree) throws {
        let name: String? =
            if case .type(let type, _) = node { type.type.generationSchema.content.name } else { node.name }
        if let name {
            guard dependencies.insert(name).inserted else { throw duplicate(name) }
            // A type among the dependencies can also be referred to by its name.
            if case .type = node { named[name] = node }
        }
        try collect(node)
    }

    mutating func collect(_ node: SchemaTree) throws {
        switch node {
        case .object(let heading, let properties, _):
            if try !register(node) { return }
            var names: Set<String> = []
            for property in properties {
                guard names.insert(property.name).inserted else {
                    let name = heading.name ?? ""
                    throw GenerationSchema.SchemaError.duplicateProperty(
                        schema: name,
                        property: property.name,
                        context: .init(debugDescription: "'\(name)' has two properties named '\(property.name)'")
                    )
                }
                try collect(property.node)
            }
        case .choices(let heading, let choices):
            if choices.isEmpty { throw emptyChoices(heading) }
            _ = try register(node)
        case .anyOf(let heading, let alternatives):
            if alternatives.isEmpty { throw emptyChoices(heading) }
            if try !register(node) { return }
            for alternative in alternatives { try collect(alternative) }
        case .array(let element, _): try collect(element)
        case .reference(let name): references.append(name)
        case .keywords, .type: break
        }
    }

    func checkReferences() throws {
        var seen: Set<String> = []
        let undefined = references.filter { named[$0] == nil && seen.insert($0).inserted }
        guard undefined.isEmpty else {
            throw GenerationSchema.SchemaError.undefinedReferences(
                schema: schema,
                references: undefined,
                context: .init(
                    debugDescription: "no schema is named \(GenerationSchema.SchemaError.list(undefined))"
                )
            )
        }
    }

    /// Registers a schema under its name; returns false if the same schema is registered already.
    private mutating func register(_ node: SchemaTree) throws -> Bool {
        guard let name = node.name else { return true }
        if let other = named[name] {
            guard other == node else { throw duplicate(name) }
            return false
        }
        named[name] = node
        return true
    }

    private func duplicate(_ name: String) -> GenerationSchema.SchemaError {
        .duplicateType(
            schema: schema,
            type: name,
            context: .init(debugDescription: "two different schemas are named '\(name)'")
        )
    }

    private func emptyChoices(_ heading: SchemaHeading) -> GenerationSchema.SchemaError {
        let name = heading.name ?? ""
        return .emptyTypeChoices(
            schema: name,
            context: .init(debugDescription: "'\(name)' has no choices")
        )
    }
}
