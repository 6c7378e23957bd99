import StreamingJSON

extension GenerationSchema {
    /// Makes a schema of dynamic ones.
    ///
    /// A schema with a name may be referred to by it from all of them, wherever it stands: as the root, among the
    /// dependencies, or inside another. The same schema may stand in several places.
    ///
    /// - Throws: ``SchemaError`` when two different schemas, or two properties of one, have the same name, when a choice is
    ///   among nothing, or when nothing has a name that is referred to.
    public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
        var collector = DynamicSchemaCollector(schema: root.node.name)
        try collector.collect(root.node)
        for dependency in dependencies { try collector.collect(dependency: dependency.node) }
        try collector.checkReferences()
        self.init(content: SchemaContent(root: root.node, named: collector.named))
    }
}

/// Gathers the schemas that have names, and checks that they fit together.
private struct DynamicSchemaCollector {
    /// The name of the root, for errors.
    let schema: String?
    private(set) var named: [String: SchemaNode] = [:]
    private var references: [String] = []
    private var dependencies: Set<String> = []

    init(schema: String?) {
        self.schema = schema
        if let schema { dependencies.insert(schema) }
    }

    mutating func collect(dependency node: SchemaNode) throws {
        let name: String? =
            if case .type(let type, _) = node { type.type.generationSchema.content.name } else { node.name }
        if let name {
            guard dependencies.insert(name).inserted else { throw duplicate(name) }
            // A type may be referred to by its name, too, once it is among the dependencies.
            if case .type = node { named[name] = node }
        }
        try collect(node)
    }

    mutating func collect(_ node: SchemaNode) throws {
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

    /// Keeps a schema under its name; `false` if just this one is there already.
    private mutating func register(_ node: SchemaNode) throws -> Bool {
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
            context: .init(debugDescription: "'\(name)' is a choice among nothing")
        )
    }
}
