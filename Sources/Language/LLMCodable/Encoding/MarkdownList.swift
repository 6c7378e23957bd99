import StreamingJSON

/// A JSON value as a nested list in Markdown.
struct MarkdownList {
    let name: String
    let value: JSONValue

    var text: String {
        var lines: [String] = []
        append(value, after: name, bullet: "", depth: 0, to: &lines)
        return lines.joined(separator: "\n")
    }

    /// Appends one entry: on its line if it has no parts, otherwise with its parts on lines below, one level deeper.
    private func append(
        _ value: JSONValue,
        after label: String?,
        bullet: String,
        depth: Int,
        to lines: inout [String]
    ) {
        let lead = String(repeating: "  ", count: max(0, depth - 1)) + bullet
        let parts: [(label: String?, value: JSONValue)]
        switch value {
        case .object(let members) where !members.isEmpty: parts = members.map { ($0.key, $0.value) }
        case .array(let elements) where !elements.isEmpty:
            // An element with parts needs a heading; an element without parts needs none.
            parts = elements.enumerated().map { ($1.hasParts ? "\($0 + 1)" : nil, $1) }
        default:
            let continuation = "\n" + String(repeating: "  ", count: depth)
            let words = value.plainText.split(separator: "\n", omittingEmptySubsequences: false)
            lines.append(lead + (label.map { "\($0): " } ?? "") + words.joined(separator: continuation))
            return
        }
        lines.append(lead + "\(label ?? ""):")
        for part in parts { append(part.value, after: part.label, bullet: "- ", depth: depth + 1, to: &lines) }
    }
}

extension JSONValue {
    /// Whether this is an array or an object that is not empty.
    fileprivate var hasParts: Bool {
        switch self {
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        default: false
        }
    }

    /// A value without parts, as a person would write it.
    var plainText: String {
        switch self {
        case .null: "none"
        case .bool(let value): value ? "yes" : "no"
        case .string(let text): text
        case .array: "none"
        case .object: "nothing"
        case .integer, .number: serialized()
        }
    }
}
