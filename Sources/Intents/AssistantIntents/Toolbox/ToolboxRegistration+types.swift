extension ToolboxRegistration.Intent {
    /// Makes the declaration of an action from its type.
    init<Intent: AssistantSchemaIntent>(_ type: Intent.Type) {
        let schema = Intent.schema
        self.init(
            schema: Intent.schemaID,
            intentID: Intent.persistentIdentifier,
            modes: Intent.supportedModes.wire,
            visibility: Intent.isAssistantOnly || !Intent.isDiscoverable ? .model : .both,
            policy: IntentPolicy(
                confirmation: Intent.confirmsEveryCall ? .always : .byRisk,
                authentication: Intent.authenticationPolicy.level
            ),
            isIdempotent: Intent.isIdempotent,
            timeoutMilliseconds: Intent.timeLimit.map(\.milliseconds)
        )
        let intent = Intent()
        for binding in Intent.schemaParameters {
            let parameter = binding.parameter(intent)
            let known = schema?.parameter(binding.name)
            let notation = WireNotation.notation(of: parameter.valueType, like: known?.type)
            if known != nil {
                parameters[binding.name] = notation
                unions[binding.name] = WireNotation.members(of: parameter.valueType)
            } else {
                // A call may leave out a parameter with a default.
                extensions[binding.name] = parameter.hasDefault && !notation.hasSuffix("?") ? notation + "?" : notation
            }
        }
        if let value = WireNotation.value(of: Intent.PerformResult.self) {
            result = WireNotation.notation(of: value, like: schema?.result)
            unions["result"] = WireNotation.members(of: value)
        }
    }
}

extension ToolboxRegistration.Entity {
    /// Makes the declaration of a kind of things from its type.
    init<Entity: AssistantSchemaEntity>(_ type: Entity.Type) {
        let isTransient = type is any TransientAppEntity.Type
        var queries: Set<EntityQueryVerb> = []
        if !isTransient {
            queries = [.get, .suggested]
            if Entity.DefaultQuery.self is any EntityStringQuery.Type { queries.insert(.matching) }
            if Entity.DefaultQuery.self is any EntityFilterQuery.Type { queries.insert(.filter) }
            // The toolbox searches its index.
            if type is any IndexedEntity.Type { queries.formUnion([.indexed, .matching]) }
        }
        self.init(
            schema: Entity.Schema.schemaID,
            entityID: String(describing: type),
            queries: queries,
            isSyncable: type is any SyncableEntity.Type,
            isTransient: isTransient
        )
        let schema = SchemaCatalog.current.entity(Entity.Schema.schemaID)
        for binding in Entity.schemaProperties {
            properties[binding.name] = WireNotation.notation(
                of: binding.type,
                like: schema?.property(binding.name)?.type
            )
            unions[binding.name] = WireNotation.members(of: binding.type)
        }
    }
}

extension ToolboxRegistration.Enumeration {
    /// Makes the declaration of a set of choices from its type.
    init<Choices: AssistantSchemaEnum>(_ type: Choices.Type) {
        self.init(
            schema: Choices.Schema.schemaID,
            cases: Choices.allCases.map {
                Case(value: $0.rawValue.description, title: $0.localizedStringResource.text)
            }
        )
    }
}

/// The types of values as registrations name them.
enum WireNotation {
    /// Returns the notation of a type; a union of the app has the name of the one that the schema requires.
    static func notation(of type: any IntentValue.Type, like required: SchemaType?) -> String {
        var union = SchemaUnion.own
        if case .union(let known) = required?.element { union = known }
        return named(type.schemaType, union).notation + (type.isOptional ? "?" : "")
    }

    private static func named(_ type: SchemaType, _ union: SchemaUnion) -> SchemaType {
        switch type {
        case .union(.own): .union(union)
        case .array(let element): .array(named(element, union))
        case .set(let element): .set(named(element, union))
        default: type
        }
    }

    /// Returns the members of a union; `nil` for any other type.
    static func members(of type: any IntentValue.Type) -> [ToolboxRegistration.UnionMember]? {
        (type.elementType as? any AppUnionValue.Type)?.unionMembers
    }

    /// Returns the type of the value of a result; `nil` for a result without one.
    static func value(of result: any IntentResult.Type) -> (any IntentValue.Type)? {
        func value<Result: ReturnsValue>(_: Result.Type) -> any IntentValue.Type { Result.Value.self }
        return (result as? any ReturnsValue.Type).map { value($0) }
    }
}
