/// One JSON value (RFC 8259) that keeps the order of object members and the exactness of integers.
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction or exponent that fits 64 bits.
    case integer(Int)
    /// Any other number, as the nearest double.
    case number(Double)
    /// A string, escapes resolved.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, its members in the order they were written.
    case object(JSONObject)
}

// MARK: - Reading

extension JSONValue {
    /// The text, if this is a string.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The integer, if this is one; `3.0` counts.
    public var intValue: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The number as a double, if this is a number.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The Boolean, if this is one.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, if this is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if this is an object.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The member named `key`, if this is an object that has one.
    public subscript(key: String) -> JSONValue? { objectValue?[key] }

    /// The element at `index`, if this is an array with that many elements.
    public subscript(index: Int) -> JSONValue? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The name of the value's type as in JSON Schema, for messages to people.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }

    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an object; if two members have one name, the later wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { serialized() }
}

extension JSONValue {
    /// Reads a whole JSON text in UTF-8, strictly by RFC 8259.
    ///
    /// By default nesting is limited to 256 levels and the text to 64 MiB, the later of two members with one name wins,
    /// and an integer beyond 64 bits becomes the nearest double. ``JSONDocument`` also lists the repeated names.
    ///
    /// - Throws: ``JSONParseError`` with the place of the first fault.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: JSONParseOptions = JSONParseOptions()
    ) throws(JSONParseError) {
        self = try JSONDocument(parsing: bytes, options: options).value
    }

    /// Reads a whole JSON text, strictly by RFC 8259.
    ///
    /// - Throws: ``JSONParseError`` with the place of the first fault.
    public init(parsing text: String, options: JSONParseOptions = JSONParseOptions()) throws(JSONParseError) {
        self = try JSONDocument(parsing: text.utf8, options: options).value
    }
}
