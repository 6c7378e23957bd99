import StreamingJSON

/// A value with which a schema compares, and the cost of the comparison.
struct ExpectedValue: Sendable {
    let value: ComparableValue
    /// The maximum number of steps of a comparison with it.
    let cost: Int

    init(_ value: JSONValue) {
        self.value = ComparableValue(value)
        cost = Self.size(of: value)
    }

    /// Returns the number of steps for visiting a whole value.
    static func size(of value: JSONValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + size(of: $1) }
        case .object(let members): members.reduce(1) { $0 + $1.key.utf8.count / 64 + size(of: $1.value) }
        case .string(let text): 1 + text.utf8.count / 64
        default: 1
        }
    }
}

/// The values of `enum`: scalars are looked up, arrays and objects are compared one by one.
struct EnumeratedValues: Sendable {
    let all: [JSONValue]
    let scalars: Set<ComparableValue>
    let containers: [ExpectedValue]

    init(_ values: [JSONValue]) {
        all = values
        scalars = Set(values.filter { !$0.isContainer }.map(ComparableValue.init))
        containers = values.filter(\.isContainer).map(ExpectedValue.init)
    }
}

extension JSONValue {
    /// Whether this is an array or an object.
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}

/// `minimum`, `maximum`, their exclusive forms, and `multipleOf`.
struct NumberRules: Sendable {
    var minimum: ExactNumber?
    var exclusiveMinimum: ExactNumber?
    var maximum: ExactNumber?
    var exclusiveMaximum: ExactNumber?
    var multipleOf: ExactNumber?
}

/// `minLength`, `maxLength` and `pattern`.
struct StringRules: Sendable {
    var length = CountRules()
    var pattern: SchemaRegex?
}

/// A minimum and a maximum number of characters, elements or members.
struct CountRules: Sendable {
    var minimum: Int?
    var maximum: Int?

    /// Whether both are unset.
    var isEmpty: Bool { minimum == nil && maximum == nil }
}

/// `prefixItems` and `items`.
struct ItemRules: Sendable {
    var prefix: [SchemaProgram.NodeID] = []
    var rest: SchemaProgram.NodeID?
}

/// `contains` with `minContains` and `maxContains`.
struct ContainsRules: Sendable {
    let schema: SchemaProgram.NodeID
    let count: CountRules
}

/// `properties`, `patternProperties`, `additionalProperties`, `required` and `dependentRequired`.
struct MemberRules: Sendable {
    /// The requirements for the member with one name.
    struct Entry: Sendable {
        var schema: SchemaProgram.NodeID?
        var isRequired = false
    }

    var entries: [ExactText: Entry] = [:]
    /// The names in `properties` in their order, for messages.
    var names: [String] = []
    /// The names in `required`, each once.
    var required: [ExactText] = []
    var patterns: [(pattern: SchemaRegex, schema: SchemaProgram.NodeID)] = []
    var additional: SchemaProgram.NodeID?
    var dependentRequired: [(name: ExactText, required: [ExactText])] = []

    /// Whether there are no requirements.
    var isEmpty: Bool { entries.isEmpty && patterns.isEmpty && additional == nil && dependentRequired.isEmpty }
}
