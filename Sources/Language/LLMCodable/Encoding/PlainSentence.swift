import StreamingJSON

/// A JSON value as one sentence.
struct PlainSentence {
    let name: String
    let value: JSONValue

    var text: String {
        switch value {
        case .object(let members) where !members.isEmpty: "\(name) where \(Self.clauses(members))"
        default: "\(name): \(Self.phrase(value))"
        }
    }

    private static func clauses(_ members: JSONObject) -> String {
        members.map { "\($0.key) is \(phrase($0.value))" }.joined(separator: ", ")
    }

    private static func phrase(_ value: JSONValue) -> String {
        switch value {
        case .object(let members) where !members.isEmpty: "(\(clauses(members)))"
        case .array(let elements) where !elements.isEmpty: listed(elements.map(phrase))
        default: value.plainText
        }
    }

    private static func listed(_ words: [String]) -> String {
        guard words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) and \(words[words.count - 1])"
    }
}
