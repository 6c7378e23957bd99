public import StreamingJSON

/// An answer that satisfies the requested schema.
public struct StructuredAnswer: WireValue {
    /// The value, which satisfies the schema.
    public var object: JSONValue
    /// The confidence of the value, from 0 to 1, if it was requested.
    public var confidence: Double?
    /// The confidence of each leaf value, by its JSON pointer in ``object``; empty unless readings were compared.
    public var partConfidences: [String: Double]

    /// Makes an answer.
    public init(object: JSONValue, confidence: Double? = nil, partConfidences: [String: Double] = [:]) {
        self.object = object
        self.confidence = confidence
        self.partConfidences = partConfidences
    }

    /// The members that it adds to a reply.
    var members: JSONObject {
        var members: JSONObject = ["object": object]
        if let confidence { members["confidence"] = .number(confidence) }
        if !partConfidences.isEmpty {
            let parts = partConfidences.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.number($0.value)) }
            members["part_confidences"] = .object(JSONObject(parts))
        }
        return members
    }

    /// Reads an answer.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        object = fields.requiredMember("object")
        confidence = fields.value("confidence")?.doubleValue
        partConfidences = [:]
        for (pointer, share) in fields.value("part_confidences")?.objectValue ?? [:] {
            partConfidences[pointer] = share.doubleValue
        }
        try fields.check()
    }

    /// Reads the answer of a reply; `nil` for a reply without one.
    init?(in fields: RequestFields) throws(WireError) {
        guard let object = fields.member("object") else { return nil }
        var members: JSONObject = ["object": object]
        members["confidence"] = fields.value("confidence")
        members["part_confidences"] = fields.value("part_confidences")
        try self.init(jsonValue: .object(members))
    }

    /// The answer as JSON.
    public var jsonValue: JSONValue { .object(members) }
}
