public import StreamingJSON

/// An answer that has the shape that was asked for.
public struct StructuredAnswer: Sendable, Equatable {
    /// The value, which satisfies the schema.
    public var object: JSONValue
    /// How sure it is, from 0 to 1, if that was asked for.
    public var confidence: Double?
    /// How sure each part without parts is, by its JSON pointer in ``object``; empty unless readings were compared.
    public var partConfidences: [String: Double]

    /// Makes an answer.
    public init(object: JSONValue, confidence: Double? = nil, partConfidences: [String: Double] = [:]) {
        self.object = object
        self.confidence = confidence
        self.partConfidences = partConfidences
    }

    /// The members of a reply that it adds.
    var members: JSONObject {
        var members: JSONObject = ["object": object]
        if let confidence { members["confidence"] = .number(confidence) }
        if !partConfidences.isEmpty {
            let parts = partConfidences.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.number($0.value)) }
            members["part_confidences"] = .object(JSONObject(parts))
        }
        return members
    }

    /// Reads an answer; `nil` when there is none.
    init?(jsonValue: JSONValue) {
        guard let object = jsonValue["object"] else { return nil }
        self.init(object: object, confidence: jsonValue["confidence"]?.doubleValue)
        for (pointer, share) in jsonValue["part_confidences"]?.objectValue ?? [:] {
            partConfidences[pointer] = share.doubleValue
        }
    }
}
