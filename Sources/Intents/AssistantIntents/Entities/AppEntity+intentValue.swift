public import AssistantSchemas
public import StreamingJSON

extension AppEntity {
    /// Any entity, unless the type adopts a schema.
    public static var schemaType: SchemaType { .anyEntity }

    /// Finds the thing of `{"type", "id"}`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Self {
        try check(type: json, in: context)
        guard let text = json["id"]?.stringValue else { throw context.fault("an entity with 'id'", not: json) }
        let found: Self?
        do {
            found = try await ID.entityIdentifier(for: text).asyncMap {
                try await defaultQuery.entities(for: [$0]).first
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw IntentError(.unavailable, "\(context.path) could not be looked up: \(error)")
        }
        guard let found else {
            throw IntentError(.unknownEntity, "\(context.path) names the entity '\(text)', which does not exist.")
        }
        return found
    }

    /// Checks that an input names an entity of this type.
    static func check(type json: JSONValue, in context: IntentInput) throws {
        guard case .entity(let id) = schemaType else { return }
        guard let type = json["type"]?.stringValue, SchemaCatalog.current.canonicalID(type) == id else {
            throw IntentError(
                .invalidInput,
                "\(context.path) has to be an entity '\(id)', not '\(json["type"]?.stringValue ?? json.typeName)'."
            )
        }
    }

    /// Returns the thing whole, or only its name if it is deep within others.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        let display = displayRepresentation
        var words: JSONObject = ["title": .string(display.title.text)]
        words["subtitle"] = display.subtitle.map { .string($0.text) }
        var members = JSONObject()
        if case .entity(let id) = Self.schemaType { members["type"] = .string(id) }
        if !(self is any TransientAppEntity) { members["id"] = .string(id.entityIdentifierString) }
        members["display"] = .object(words)
        if let owned = self as? any OwnershipProvidingEntity { members["ownership"] = .string(owned.ownership.wire) }
        if context.depth <= IntentOutput.deepestWholeEntity, let entity = self as? any AssistantSchemaEntity {
            let properties = try await entity.properties(in: context)
            if !properties.isEmpty { members["properties"] = .object(properties) }
        }
        return .object(members)
    }
}

extension AssistantSchemaEntity {
    /// Returns the properties that have values, those of the context only.
    fileprivate func properties(in context: IntentOutput) async throws -> JSONObject {
        var properties = JSONObject()
        for binding in Self.schemaProperties where context.properties?.contains(binding.name) ?? true {
            guard let value = binding.value(self) else { continue }
            properties[binding.name] = try await value.json(in: context.inside)
        }
        return properties
    }
}

extension AssistantSchemaEntity where Self: TransientAppEntity {
    /// Makes the thing of `{"type", "properties"}`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Self {
        try check(type: json, in: context)
        guard let properties = json["properties"]?.objectValue else {
            throw context.fault("an entity with 'properties'", not: json)
        }
        let entity = Self()
        for binding in schemaProperties {
            let place = context.at("properties").at(binding.name)
            guard let property = properties[binding.name] else {
                guard binding.type.isOptional else { throw IntentError(.invalidInput, "\(place.path) is missing.") }
                continue
            }
            binding.set?(entity, try await binding.type.value(from: property, in: place))
        }
        return entity
    }
}

extension Optional {
    /// Returns the result of an asynchronous closure for the value; `nil` if there is none.
    fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result?) async rethrows -> Result? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
