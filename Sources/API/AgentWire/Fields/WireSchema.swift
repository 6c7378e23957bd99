package import StreamingJSON

/// A JSON Schema (2020-12) of a part of the API, for its document.
package struct WireSchema: Sendable {
    /// The schema as JSON.
    package let json: JSONValue

    /// Makes a schema.
    package init(json: JSONValue) { self.json = json }

    /// A member of an object.
    package struct Member: Sendable {
        /// The name.
        package let name: String
        /// The valid values.
        package let schema: WireSchema
        /// Whether it is never missing.
        package let isRequired: Bool

        /// A required member.
        package static func always(_ name: String, _ schema: WireSchema) -> Member {
            Member(name: name, schema: schema, isRequired: true)
        }

        /// An optional member.
        package static func maybe(_ name: String, _ schema: WireSchema) -> Member {
            Member(name: name, schema: schema, isRequired: false)
        }
    }

    private static func typed(_ type: String, _ note: String?, _ more: JSONObject = [:]) -> WireSchema {
        var object: JSONObject = ["type": .string(type)]
        for (name, value) in more { object[name] = value }
        if let note { object["description"] = .string(note) }
        return WireSchema(json: .object(object))
    }

    /// A text.
    package static func text(_ note: String? = nil) -> WireSchema { typed("string", note) }

    /// A text that is not empty.
    package static func nonEmptyText(_ note: String? = nil) -> WireSchema { typed("string", note, ["minLength": 1]) }

    /// One of several words.
    package static func word(_ words: [String], _ note: String? = nil) -> WireSchema {
        typed("string", note, ["enum": .array(words.map(JSONValue.string))])
    }

    /// One of the words of a type.
    package static func words<Word: CaseIterable & RawRepresentable<String>>(
        of type: Word.Type,
        _ note: String? = nil
    ) -> WireSchema {
        word(type.allCases.map(\.rawValue), note)
    }

    /// A time (RFC 3339).
    package static func time(_ note: String? = nil) -> WireSchema { typed("string", note, ["format": "date-time"]) }

    /// A day such as `2026-11-21`.
    package static let day = typed("string", nil, ["pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"])

    /// A whole number of at least `least` and at most `most`.
    package static func integer(_ note: String? = nil, from least: Int? = 0, to most: Int? = nil) -> WireSchema {
        var bounds = JSONObject()
        if let least { bounds["minimum"] = .integer(least) }
        if let most { bounds["maximum"] = .integer(most) }
        return typed("integer", note, bounds)
    }

    /// A number.
    package static func number(_ note: String? = nil) -> WireSchema { typed("number", note) }

    /// True or false.
    package static func flag(_ note: String? = nil) -> WireSchema { typed("boolean", note) }

    /// Any value.
    package static func anything(_ note: String? = nil) -> WireSchema {
        WireSchema(json: .object(note.map { ["description": .string($0)] } ?? [:]))
    }

    /// An object with members of any names.
    package static func anyObject(_ note: String? = nil) -> WireSchema { typed("object", note) }

    /// An object with members of any names, all with the same schema.
    package static func map(of value: WireSchema, _ note: String? = nil) -> WireSchema {
        typed("object", note, ["additionalProperties": value.json])
    }

    /// A list.
    package static func list(of element: WireSchema, _ note: String? = nil, most: Int? = nil) -> WireSchema {
        var more: JSONObject = ["items": element.json]
        if let most { more["maxItems"] = .integer(most) }
        return typed("array", note, more)
    }

    /// A list of names in a request.
    package static let names = list(of: text(), most: ArrayLimits.names)

    /// A list of scopes in a request.
    package static let scopes = list(of: nonEmptyText(), most: ArrayLimits.names)

    /// The state of a run.
    package static let runStatus = words(of: WireRun.Status.self)

    /// The author of a message.
    package static let role = word(["user", "assistant"])

    /// The object of a response.
    ///
    /// Later versions may add members.
    package static func object(_ members: Member..., note: String? = nil) -> WireSchema {
        object(members, isClosed: false, note)
    }

    /// The object of a request.
    ///
    /// Unknown members are rejected.
    package static func closed(_ members: Member..., note: String? = nil) -> WireSchema {
        object(members, isClosed: true, note)
    }

    /// An object with these members.
    ///
    /// A closed one has no others.
    package static func object(_ members: [Member], isClosed: Bool, _ note: String?) -> WireSchema {
        var properties = JSONObject()
        for member in members { properties[member.name] = member.schema.json }
        var more: JSONObject = ["properties": .object(properties)]
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { more["required"] = .array(required) }
        if isClosed { more["additionalProperties"] = false }
        return typed("object", note, more)
    }

    /// A reference to one of the schemas with names.
    package static func named(_ name: String) -> WireSchema {
        WireSchema(json: ["$ref": .string("#/components/schemas/\(name)")])
    }

    /// The same schema, or `null`.
    package var orNull: WireSchema { WireSchema(json: ["anyOf": [json, ["type": "null"]]]) }

    /// One of several schemas.
    package static func either(_ schemas: WireSchema...) -> WireSchema {
        WireSchema(json: ["anyOf": .array(schemas.map(\.json))])
    }
}
