public import StreamingJSON

extension ToolboxRegistration {
    /// The body of `PUT /v1/devices/{id}/toolbox`.
    public var json: JSONValue {
        [
            "catalogue": .string(catalog.description),
            "app": ["id": .string(app.id), "version": .string(app.version)],
            "timeZone": timeZone.map(JSONValue.string) ?? nil,
            "locale": locale.map(JSONValue.string) ?? nil,
            "push": push ?? nil,
            "intents": .array(intents.map(\.json)),
            "entities": .array(entities.map(\.json)),
            "enums": .array(enumerations.map(\.json)),
            "tools": .array(tools.map(\.json)),
        ]
    }

    fileprivate static func json(_ texts: [String: String]) -> JSONValue {
        .object(JSONObject(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }

    fileprivate static func json(_ unions: [String: [UnionMember]]) -> JSONValue {
        .object(
            JSONObject(
                unions.sorted { $0.key < $1.key }.map { name, members in
                    (name, .array(members.map { ["kind": .string($0.kind), "type": .string($0.type)] }))
                }
            )
        )
    }
}

extension ToolboxRegistration.Intent {
    /// The action on the wire.
    public var json: JSONValue {
        var policy: JSONObject = ["confirm": .string(self.policy.confirmation.rawValue)]
        policy["authentication"] = self.policy.authentication.map { .string($0.rawValue) }
        var members: JSONObject = [
            "schema": .string(schema),
            "intentId": .string(intentID),
            "modes": .array(IntentMode.allCases.filter(modes.contains).map { .string($0.rawValue) }),
            "visibility": .string(visibility.rawValue),
            "policy": .object(policy),
            "idempotent": .bool(isIdempotent),
        ]
        members["timeoutMs"] = timeoutMilliseconds.map { .integer($0) }
        members["parameters"] = ToolboxRegistration.json(parameters)
        members["result"] = result.map { .string($0) } ?? .null
        members["unions"] = ToolboxRegistration.json(unions)
        members["extensions"] = ToolboxRegistration.json(extensions)
        return .object(members)
    }
}

extension ToolboxRegistration.Entity {
    /// The kind of things on the wire.
    public var json: JSONValue {
        [
            "schema": .string(schema),
            "entityId": .string(entityID),
            "queries": .array(queries.sorted().map { .string($0.rawValue) }),
            "syncable": .bool(isSyncable),
            "transient": .bool(isTransient),
            "properties": ToolboxRegistration.json(properties),
            "unions": ToolboxRegistration.json(unions),
        ]
    }
}

extension ToolboxRegistration.Enumeration {
    /// The set of choices on the wire.
    public var json: JSONValue {
        [
            "schema": .string(schema),
            "cases": .array(cases.map { ["value": .string($0.value), "title": .string($0.title)] }),
        ]
    }
}

extension ToolboxRegistration.OwnTool {
    /// The tool on the wire.
    public var json: JSONValue {
        var members: JSONObject = [
            "name": .string(name),
            "description": .string(summary),
            "parameters": parameters,
        ]
        members["output"] = output
        members["readOnly"] = .bool(isReadOnly)
        members["fallback"] = fallback.map { ["value": $0] }
        members["timeoutMs"] = timeoutMilliseconds.map { .integer($0) }
        return .object(members)
    }
}
