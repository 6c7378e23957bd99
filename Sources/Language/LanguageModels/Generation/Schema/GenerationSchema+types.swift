import StreamingJSON

extension GenerationSchema {
    /// Makes the schema of an object.
    public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
        self.init(
            type: type,
            description: description,
            representNilExplicitlyInGeneratedContent: false,
            properties: properties
        )
    }

    /// Makes the schema of an object (Apple FoundationModels 26.4).
    ///
    /// With `explicitNil` an optional property is always present, as `null` if it has no value.
    public init(
        type: any Generable.Type,
        description: String? = nil,
        representNilExplicitlyInGeneratedContent explicitNil: Bool,
        properties: [Property]
    ) {
        self.init(
            type: type,
            root: .object(
                Self.heading(type, description),
                properties: properties.map(\.content),
                explicitNil: explicitNil
            )
        )
    }

    /// Makes the schema of one of several texts.
    public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
        self.init(type: type, root: .choices(Self.heading(type, description), choices))
    }

    /// Makes the schema of a value of one of several types.
    public init(type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]) {
        self.init(
            type: type,
            root: .anyOf(
                Self.heading(type, description),
                types.map { .type(SchemaType($0), keywords: [:]) }
            )
        )
    }

    /// Makes the schema of an enumeration with associated values: an object whose `type` names the case.
    ///
    /// ``Generable(description:)`` generates this call; a case's properties are its associated values.
    public init(
        type: any Generable.Type,
        description: String? = nil,
        cases: KeyValuePairs<String, [Property]>
    ) {
        let alternatives = cases.map { name, properties in
            let discriminator = SchemaProperty(
                name: "type",
                description: nil,
                node: .keywords(["type": "string", "enum": [.string(name)]]),
                isOptional: false
            )
            return SchemaTree.object(
                SchemaHeading(),
                properties: [discriminator] + properties.map(\.content),
                explicitNil: false
            )
        }
        self.init(type: type, root: .anyOf(Self.heading(type, description), alternatives))
    }

    /// Returns the same schema with another name.
    public func named(_ name: String) -> GenerationSchema {
        let root: SchemaTree =
            switch content.root {
            case .object(let heading, let properties, let explicitNil):
                .object(heading.named(name), properties: properties, explicitNil: explicitNil)
            case .choices(let heading, let choices): .choices(heading.named(name), choices)
            case .anyOf(let heading, let alternatives): .anyOf(heading.named(name), alternatives)
            case .keywords(var keywords):
                {
                    keywords["title"] = .string(name)
                    return .keywords(keywords)
                }()
            case .array, .type, .reference: content.root
            }
        return GenerationSchema(content: SchemaContent(root: root, named: content.named, type: content.type))
    }

    private init(type: any Generable.Type, root: SchemaTree) {
        self.init(content: SchemaContent(root: root, type: SchemaType(type)))
    }

    private static func heading(_ type: any Generable.Type, _ description: String?) -> SchemaHeading {
        SchemaHeading(name: SchemaType(type).name, description: description)
    }
}

extension SchemaHeading {
    fileprivate func named(_ name: String) -> SchemaHeading { SchemaHeading(name: name, description: description) }
}
