import StreamingJSON

/// Readers for the value of one keyword; each throws an error that names the expected kind of value.
extension SchemaCompiler {
    func string(_ keyword: String, in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> String? {
        guard let value = members[keyword] else { return nil }
        guard let text = value.stringValue else { throw mismatch(keyword, "a string", value, place) }
        return text
    }

    func boolean(_ keyword: String, in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> Bool? {
        guard let value = members[keyword] else { return nil }
        guard let flag = value.boolValue else { throw mismatch(keyword, "a boolean", value, place) }
        return flag
    }

    func number(_ keyword: String, in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> ExactNumber? {
        guard let value = members[keyword] else { return nil }
        guard let number = ExactNumber(value) else { throw mismatch(keyword, "a number", value, place) }
        return number
    }

    func count(
        _ least: String,
        _ most: String,
        in members: JSONObject,
        of place: Pending
    ) throws(JSONSchemaError) -> CountRules {
        CountRules(minimum: try count(least, in: members, of: place), maximum: try count(most, in: members, of: place))
    }

    private func count(_ keyword: String, in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> Int? {
        guard let value = members[keyword] else { return nil }
        guard let number = value.doubleValue, number >= 0, number == number.rounded() else {
            throw mismatch(keyword, "a whole number of at least 0", value, place)
        }
        // No array or object has more than Int.max elements, so that bound replaces any greater one.
        return value.intValue ?? Int.max
    }

    func strings(_ value: JSONValue, _ keyword: String, of place: Pending) throws(JSONSchemaError) -> [String] {
        guard case .array(let elements) = value else { throw mismatch(keyword, "an array of names", value, place) }
        var names: [String] = []
        for element in elements {
            guard let name = element.stringValue else { throw mismatch(keyword, "an array of names", element, place) }
            names.append(name)
        }
        return names
    }

    mutating func schema(
        _ keyword: String,
        in members: JSONObject,
        of place: Pending
    ) throws(JSONSchemaError) -> NodeID? {
        guard let value = members[keyword] else { return nil }
        return try child([keyword], value, of: place)
    }

    mutating func schemas(
        _ keyword: String,
        in members: JSONObject,
        of place: Pending
    ) throws(JSONSchemaError) -> [NodeID]? {
        guard let value = members[keyword] else { return nil }
        guard case .array(let elements) = value, !elements.isEmpty else {
            throw mismatch(keyword, "an array of at least one schema", value, place)
        }
        var result: [NodeID] = []
        for (index, element) in elements.enumerated() {
            result.append(try child([keyword, String(index)], element, of: place))
        }
        return result
    }

    mutating func namedSchemas(
        _ keyword: String,
        in members: JSONObject,
        of place: Pending
    ) throws(JSONSchemaError) -> [(name: String, schema: NodeID)] {
        guard let value = members[keyword] else { return [] }
        guard case .object(let entries) = value else { throw mismatch(keyword, "an object of schemas", value, place) }
        var result: [(name: String, schema: NodeID)] = []
        for (name, value) in entries { result.append((name, try child([keyword, name], value, of: place))) }
        return result
    }

    private mutating func child(
        _ path: [String],
        _ value: JSONValue,
        of place: Pending
    ) throws(JSONSchemaError) -> NodeID {
        var location = place.location
        for token in path { location.pointer.append(token) }
        return try node(for: value, at: location, in: place.resource)
    }

    private func mismatch(
        _ keyword: String,
        _ expected: String,
        _ value: JSONValue,
        _ place: Pending
    ) -> JSONSchemaError {
        failure(.badKeyword, keyword, of: place, "\(keyword) must be \(expected), is \(value.brief)")
    }
}

extension ExactNumber {
    /// Makes the number from a value that is one.
    init?(_ value: JSONValue) {
        switch value {
        case .integer(let integer): self = .integer(integer)
        case .number(let double): self = .double(double)
        default: return nil
        }
    }

    /// The number as JSON text.
    var text: String {
        switch self {
        case .integer(let integer): String(integer)
        case .double(let double): JSONValue.number(double).serialized()
        }
    }
}
