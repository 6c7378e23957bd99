public import AssistantSchemas
public import StreamingJSON

extension String: IntentValue {
    /// `String`.
    public static var schemaType: SchemaType { .string }

    /// Reads a text.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> String {
        guard let text = json.stringValue else { throw context.fault("a text", not: json) }
        return text
    }

    /// Returns the text.
    public func json(in context: IntentOutput) async throws -> JSONValue { .string(self) }
}

extension Bool: IntentValue {
    /// `Bool`.
    public static var schemaType: SchemaType { .boolean }

    /// Reads a truth value.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Bool {
        guard let flag = json.boolValue else { throw context.fault("true or false", not: json) }
        return flag
    }

    /// Returns the truth value.
    public func json(in context: IntentOutput) async throws -> JSONValue { .bool(self) }
}

extension Int: IntentValue {
    /// `Int`.
    public static var schemaType: SchemaType { .integer }

    /// Reads a whole number.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Int {
        guard let number = json.intValue else { throw context.fault("a whole number", not: json) }
        return number
    }

    /// Returns the number.
    public func json(in context: IntentOutput) async throws -> JSONValue { .integer(self) }
}

extension Double: IntentValue {
    /// `Double`.
    public static var schemaType: SchemaType { .number }

    /// Reads a number.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Double {
        guard let number = json.doubleValue else { throw context.fault("a number", not: json) }
        return number
    }

    /// Returns the number.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        guard isFinite else { throw IntentError(.invalidOutput, "A number of the output is not finite.") }
        return .number(self)
    }
}

extension Optional: IntentValue where Wrapped: IntentValue {
    /// The type of the wrapped value.
    public static var schemaType: SchemaType { Wrapped.schemaType }

    /// True.
    public static var isOptional: Bool { true }

    /// That of the wrapped value.
    public static var elementType: any IntentValue.Type { Wrapped.elementType }

    /// Reads a value, or none from `null`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Wrapped? {
        json.isNull ? nil : try await Wrapped.value(from: json, in: context)
    }

    /// Returns the value, or `null`.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        try await self?.json(in: context) ?? .null
    }
}

extension Array: IntentValue where Element: IntentValue {
    /// An array of the type of the elements.
    public static var schemaType: SchemaType { .array(Element.schemaType) }

    /// That of the elements.
    public static var elementType: any IntentValue.Type { Element.elementType }

    /// Reads an array.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> [Element] {
        guard let elements = json.arrayValue else { throw context.fault("an array", not: json) }
        var values: [Element] = []
        for (index, element) in elements.enumerated() {
            values.append(try await Element.value(from: element, in: context.at(index)))
        }
        return values
    }

    /// Returns the array.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        var elements: [JSONValue] = []
        for element in self { elements.append(try await element.json(in: context)) }
        return .array(elements)
    }
}

extension Set: IntentValue where Element: IntentValue {
    /// A set of the type of the elements.
    public static var schemaType: SchemaType { .set(Element.schemaType) }

    /// That of the elements.
    public static var elementType: any IntentValue.Type { Element.elementType }

    /// Reads a set.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Set<Element> {
        Set(try await [Element].value(from: json, in: context))
    }

    /// Returns the elements, sorted by their text, so that equal sets have equal outputs.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        guard let elements = try await Array(self).json(in: context).arrayValue else { return [] }
        return .array(elements.sorted { $0.serialized() < $1.serialized() })
    }
}

extension Duration: IntentValue {
    /// `Duration`.
    public static var schemaType: SchemaType { .duration }

    /// Reads a number of seconds.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Duration {
        guard let seconds = json.doubleValue, (0...1e12).contains(seconds) else {
            throw context.fault("a number of seconds", not: json)
        }
        return .milliseconds(Int((seconds * 1_000).rounded()))
    }

    /// Returns the number of seconds.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        let (seconds, attoseconds) = components
        return attoseconds == 0 ? .number(Double(seconds)) : .number(Double(seconds) + Double(attoseconds) / 1e18)
    }
}
