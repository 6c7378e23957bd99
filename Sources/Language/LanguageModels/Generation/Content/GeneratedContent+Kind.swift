import StreamingJSON

extension GeneratedContent {
    /// The content by its JSON type.
    public enum Kind: Equatable, Sendable {
        /// `null`.
        case null
        /// A truth value.
        case bool(Bool)
        /// A number, as the nearest double; read it as `Int` to keep a large integer exact.
        case number(Double)
        /// A string.
        case string(String)
        /// An array.
        case array([GeneratedContent])
        /// An object, with the order of its properties.
        case structure(properties: [String: GeneratedContent], orderedKeys: [String])
    }

    /// The content by its JSON type.
    public var kind: Kind {
        switch jsonValue {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .number(Double(value))
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array: .array((try? elements()) ?? [])
        case .object(let members):
            .structure(
                properties: Dictionary(
                    uniqueKeysWithValues: members.keys.compactMap { key in
                        (try? property(key)).flatMap(\.self).map { (key, $0) }
                    }
                ),
                orderedKeys: members.keys
            )
        }
    }

    /// Makes content of a JSON type.
    ///
    /// Properties of a structure that `orderedKeys` does not name are last, in alphabetical order.
    public init(kind: Kind, id: GenerationID? = nil) {
        let value: JSONValue =
            switch kind {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let value): Int(exactly: value).map(JSONValue.integer) ?? .number(value)
            case .string(let value): .string(value)
            case .array(let elements): .array(elements.map(\.jsonValue))
            case .structure(let properties, let orderedKeys):
                .object(
                    JSONObject(
                        (orderedKeys + properties.keys.sorted()).compactMap { key in
                            properties[key].map { (key, $0.jsonValue) }
                        }
                    )
                )
            }
        self.init(jsonValue: value, id: id)
    }
}
