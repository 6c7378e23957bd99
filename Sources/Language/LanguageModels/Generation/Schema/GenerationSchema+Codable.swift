import StreamingJSON

extension GenerationSchema: Codable {
    /// Reads the JSON form.
    ///
    /// A decoder may lose the order of an object's members, so properties are sorted by `x-order`.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        guard case .object(let schema) = value.inDeclaredOrder else {
            throw DecodingError.typeMismatch(
                GenerationSchema.self,
                .init(codingPath: decoder.codingPath, debugDescription: "a schema is a JSON object")
            )
        }
        self.init(jsonSchema: schema)
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws { try jsonValue.encode(to: encoder) }
}

extension JSONValue {
    /// The value, with the properties of each object schema sorted by its `x-order`.
    fileprivate var inDeclaredOrder: JSONValue {
        switch self {
        case .array(let elements):
            return .array(elements.map(\.inDeclaredOrder))
        case .object(let members):
            var result = JSONObject(members.map { ($0.key, $0.value.inDeclaredOrder) })
            if let order = result["x-order"]?.arrayValue, let properties = result["properties"]?.objectValue {
                let declared = order.compactMap(\.stringValue).compactMap { name in
                    properties[name].map { (name, $0) }
                }
                result["properties"] = .object(JSONObject(declared + properties.map { ($0.key, $0.value) }))
            }
            return .object(result)
        default:
            return self
        }
    }
}
