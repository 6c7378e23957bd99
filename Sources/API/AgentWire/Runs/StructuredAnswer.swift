public import StreamingJSON

/// An answer that satisfies the requested schema.
public struct StructuredAnswer: WireRecord {
    /// The value, which satisfies the schema.
    public var object: JSONValue
    /// The confidence of the value, from 0 to 1, if it was requested.
    public var confidence: Double?
    /// The confidence of each leaf value, by its JSON pointer in ``object``; empty unless readings were compared.
    public var partConfidences: [String: Double]

    /// Makes an answer.
    public init(object: JSONValue, confidence: Double? = nil, partConfidences: [String: Double] = [:]) {
        (self.object, self.confidence, self.partConfidences) = (object, confidence, partConfidences)
    }

    private static let number = FieldReading<Double> { $0.value($1)?.doubleValue }
    private static let numbers = FieldReading<[String: Double]> { fields, name in
        fields.value(name)?.objectValue == nil ? nil : [String: Double].field(name, &fields)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("object", \.object, "The value, if the request had a schema."),
        .maybe("confidence", \.confidence, read: number),
        .unless([:], "part_confidences", \.partConfidences, read: numbers)
    )
}
