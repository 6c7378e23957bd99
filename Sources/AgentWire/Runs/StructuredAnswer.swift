public import StreamingJSON

/// An answer that satisfies the requested schema.
public struct StructuredAnswer: Sendable, Equatable {
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

    /// Reads an answer; `nil` if there is none.
    init?(jsonValue: JSONValue) {
        guard let object = jsonValue["object"] else { return nil }
        self.init(object: object, confidence: jsonValue["confidence"]?.doubleValue)
        for (pointer, share) in jsonValue["part_confidences"]?.objectValue ?? [:] {
            partConfidences[pointer] = share.doubleValue
        }
    }
}
