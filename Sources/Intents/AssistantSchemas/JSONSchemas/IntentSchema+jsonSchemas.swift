public import StreamingJSON

/// The strictness of an input's schema.
public enum InputForm: Sendable, Hashable, CaseIterable {
    /// For the client: all that the app's type needs is required.
    case strict
    /// For a model: parameters with a default are not required; ``IntentSchema/completed(_:)`` adds them.
    case model
}

extension IntentSchema {
    /// Returns the JSON Schema (draft 2020-12) of an input.
    ///
    /// A missing optional parameter means that nothing changes, and `null` that the value is removed. Modes of providers
    /// that require every member destroy this difference.
    public func inputSchema(
        _ refinements: SchemaRefinements = SchemaRefinements(),
        form: InputForm = .strict
    ) -> JSONObject {
        var builder = JSONSchemaBuilder(refinements, .input)
        var properties = JSONObject()
        var required: [JSONValue] = []
        for parameter in parameters {
            var schema = builder.schema(of: parameter, owner: id)
            if protocols.contains(.deleteIntent), parameter.name == "entities" { schema["minItems"] = 1 }
            if form == .model, let preset = parameter.defaultValue { schema["default"] = preset }
            properties[parameter.name] = .object(schema)
            let isRequired = !parameter.isOptional && (form == .strict || parameter.defaultValue == nil)
            if isRequired { required.append(.string(parameter.name)) }
        }
        var schema = JSONSchemaBuilder.object(properties, required: required)
        // Nothing is known about the parameters of some schemas.
        if knownParameters == nil { schema["additionalProperties"] = true }
        if !builder.definitions.isEmpty { schema["$defs"] = .object(builder.definitions) }
        return schema
    }

    /// Returns the JSON Schema of an output; `{"type": "null"}` for an action without a result.
    public func outputSchema(_ refinements: SchemaRefinements = SchemaRefinements()) -> JSONObject {
        guard let result else { return knownParameters == nil ? [:] : ["type": "null"] }
        var builder = JSONSchemaBuilder(refinements, .output)
        var schema = builder.schema(of: SchemaParameter("result", result, optional: isResultOptional), owner: id)
        if !builder.definitions.isEmpty { schema["$defs"] = .object(builder.definitions) }
        return schema
    }

    /// Returns an input with the defaults of the parameters that it lacks.
    public func completed(_ input: JSONObject) -> JSONObject {
        var input = input
        for parameter in parameters where input[parameter.name] == nil {
            input[parameter.name] = parameter.defaultValue
        }
        return input
    }

    /// Returns the action as a tool for a model: `name`, `description`, `x-schema`, `x-risk`, `parameters` and `x-output`.
    public func toolDefinition(
        _ refinements: SchemaRefinements = SchemaRefinements(),
        locale: String? = nil
    ) -> JSONObject {
        [
            "name": .string(toolName),
            "description": .string(summary.text(locale: locale)),
            "x-schema": .string(id),
            "x-risk": .string(risk.rawValue),
            "parameters": .object(inputSchema(refinements, form: .model)),
            "x-output": .object(outputSchema(refinements)),
        ]
    }
}

extension EntitySchema {
    /// Returns the JSON Schema of an entity in an answer or an output.
    public func outputSchema(_ refinements: SchemaRefinements = SchemaRefinements()) -> JSONObject {
        var builder = JSONSchemaBuilder(refinements, .output)
        var schema = builder.schema(of: .entity(id), union: "")
        schema["$defs"] = .object(builder.definitions)
        return schema
    }
}
