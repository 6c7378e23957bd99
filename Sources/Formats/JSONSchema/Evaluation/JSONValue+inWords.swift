import StreamingJSON

extension JSONValue {
    /// The kind of the value with its article: "a string", "an integer".
    var kindInWords: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value for a message: short ones as JSON, longer ones cut, containers by their size.
    var brief: String {
        switch self {
        case .string(let text):
            let limit = 60
            let beginning = String(text.unicodeScalars.prefix(limit))
            let isWhole = beginning.utf8.count == text.utf8.count
            return JSONValue.string(isWhole ? text : beginning + "…").serialized()
        case .array(let elements):
            return elements.isEmpty ? "[]" : "an array of \(counted(elements.count, "element"))"
        case .object(let members):
            return members.isEmpty ? "{}" : "an object with \(counted(members.count, "member"))"
        default:
            return serialized()
        }
    }
}

/// Returns a number and its noun: "1 element", "2 elements", "1 entry", "2 entries".
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
