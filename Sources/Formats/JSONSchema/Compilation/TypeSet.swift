import StreamingJSON

/// The kinds of value that `type` allows.
struct TypeSet: OptionSet, Sendable {
    let rawValue: UInt8

    static let null = Self(rawValue: 1 << 0)
    static let boolean = Self(rawValue: 1 << 1)
    static let integer = Self(rawValue: 1 << 2)
    static let number = Self(rawValue: 1 << 3)
    static let string = Self(rawValue: 1 << 4)
    static let array = Self(rawValue: 1 << 5)
    static let object = Self(rawValue: 1 << 6)

    private static let names: [(name: String, type: TypeSet, words: String)] = [
        ("null", .null, "null"), ("boolean", .boolean, "a boolean"), ("integer", .integer, "an integer"),
        ("number", .number, "a number"), ("string", .string, "a string"), ("array", .array, "an array"),
        ("object", .object, "an object"),
    ]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes the type that a name in a schema means.
    init?(name: String) {
        guard let entry = Self.names.first(where: { $0.name == name }) else { return nil }
        self = entry.type
    }

    /// Returns whether a value has one of the types; `1.0` is an integer.
    func allows(_ value: JSONValue) -> Bool {
        switch value {
        case .null: contains(.null)
        case .bool: contains(.boolean)
        case .integer: !isDisjoint(with: [.integer, .number])
        case .number(let number): contains(.number) || contains(.integer) && number == number.rounded()
        case .string: contains(.string)
        case .array: contains(.array)
        case .object: contains(.object)
        }
    }

    /// The types for a message: "a string", "a string or null".
    var inWords: String {
        let words = Self.names.filter { contains($0.type) }.map(\.words)
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
