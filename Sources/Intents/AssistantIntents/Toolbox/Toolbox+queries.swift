import StreamingJSON

extension Toolbox {
    /// Answers a query about the things of the app; it changes nothing, so that it may be asked again.
    public func answer(_ query: EntityQueryCall) async -> EntityQueryAnswer {
        let id = SchemaCatalog.current.canonicalID(query.schema)
        guard let entity = entities[id] else {
            return .failed(IntentError(.unknownSchema, "The app has no entity of the schema '\(query.schema)'."))
        }
        do {
            return .entities(
                try await AppDependencyManager.$current.withValue(options.dependencies) {
                    try await answer(query, entity)
                }
            )
        } catch let error as IntentError {
            return .failed(error)
        } catch {
            return .failed(IntentError(.unavailable, "The query was not answered: \(error)"))
        }
    }

    private func answer<Entity: AssistantSchemaEntity>(
        _ query: EntityQueryCall,
        _ type: Entity.Type
    ) async throws -> [JSONValue] {
        switch query.arguments {
        case .get(let ids): return try await entities(type, ids, query)
        case .suggested: return try await json(Entity.defaultQuery.suggestedEntities(), query)
        case .matching(let text):
            if let search = Entity.defaultQuery as? any EntityStringQuery {
                return try await matching(search, text, query)
            }
            guard type is any IndexedEntity.Type else { break }
            let ids = entityIndex.withLock {
                $0.ids(matching: text, schema: Entity.Schema.schemaID, most: query.limit)
            }
            return try await entities(type, ids, query)
        case .filter(let conditions):
            if let filter = Entity.defaultQuery as? any EntityFilterQuery {
                return try await filtered(filter, conditions, query)
            }
        }
        throw IntentError(
            .unavailable,
            "The entity '\(Entity.Schema.schemaID)' has no query '\(query.arguments.verb.rawValue)'."
        )
    }

    /// Returns the things of some identifiers, in the order of the identifiers.
    private func entities<Entity: AssistantSchemaEntity>(
        _ type: Entity.Type,
        _ ids: [String],
        _ query: EntityQueryCall
    ) async throws -> [JSONValue] {
        let identifiers = ids.compactMap(Entity.ID.entityIdentifier)
        guard !identifiers.isEmpty else { return [] }
        let found = try await Entity.defaultQuery.entities(for: identifiers)
        let byID = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return try await json(identifiers.compactMap { byID[$0] }, query)
    }

    private func matching<Search: EntityStringQuery>(
        _ search: Search,
        _ text: String,
        _ query: EntityQueryCall
    ) async throws -> [JSONValue] {
        try await json(search.entities(matching: text), query)
    }

    private func filtered<Filter: EntityFilterQuery>(
        _ filter: Filter,
        _ conditions: JSONObject,
        _ query: EntityQueryCall
    ) async throws -> [JSONValue] {
        try await json(filter.entities(filteredBy: conditions), query)
    }

    private func json(_ things: [some AppEntity], _ query: EntityQueryCall) async throws -> [JSONValue] {
        let context = IntentOutput(depth: 0, properties: query.properties, files: options.files)
        var answer: [JSONValue] = []
        for thing in things.prefix(query.limit) { answer.append(try await thing.json(in: context)) }
        return answer
    }
}
