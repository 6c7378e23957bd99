import StreamingJSON

/// A simple extraction that fills a schema with the numbers and phrases of a text in their order, which is enough for examples.
struct ExampleExtraction {
    private static let deepest = 8

    private let definitions: JSONValue?
    private var numbers: [Double]
    private var phrases: [String]

    /// Splits a text.
    ///
    /// - Parameters:
    ///   - text: The text; commas, periods and line ends separate its phrases.
    ///   - schema: The schema of the value.
    private init(_ text: String, _ schema: JSONValue) {
        let parts = text.split { [",", ";", ".", "\n", "、", "。"].contains($0) }.map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        numbers = parts.flatMap { $0.split { !$0.isNumber && $0 != "-" } }.compactMap { Double($0) }
        phrases = parts.filter { !$0.isEmpty && !$0.contains { $0.isNumber } }
        definitions = schema["$defs"]
    }

    /// Returns the value as JSON text.
    static func value(of schema: JSONValue, in text: String) -> String {
        var extraction = ExampleExtraction(text, schema)
        return extraction.value(of: schema, depth: 0).serialized()
    }

    private mutating func value(of schema: JSONValue, depth: Int) -> JSONValue {
        guard depth < Self.deepest else { return nil }
        if let name = schema["$ref"]?.stringValue?.split(separator: "/").last, let schema = definitions?[String(name)] {
            return value(of: schema, depth: depth + 1)
        }
        if let first = schema["enum"]?.arrayValue?.first ?? schema["const"] { return first }
        if let choices = schema["anyOf"]?.arrayValue, let first = choices.first {
            return value(of: first, depth: depth + 1)
        }
        let types = schema["type"]?.arrayValue?.compactMap(\.stringValue) ?? [schema["type"]?.stringValue ?? "object"]
        let isOptional = types.contains("null")
        switch types.first(where: { $0 != "null" }) {
        case "integer":
            guard !numbers.isEmpty else { return isOptional ? nil : 0 }
            return .integer(Int(exactly: numbers.removeFirst().rounded()) ?? 0)
        case "number": return numbers.isEmpty ? (isOptional ? nil : 0) : .number(numbers.removeFirst())
        case "boolean": return false
        case "string": return phrases.isEmpty ? (isOptional ? nil : "") : .string(phrases.removeFirst())
        case "array": return .array([schema["items"]].compactMap(\.self).map { value(of: $0, depth: depth + 1) })
        default:
            var object = JSONObject()
            for (name, member) in schema["properties"]?.objectValue ?? [:] {
                object[name] = value(of: member, depth: depth + 1)
            }
            return .object(object)
        }
    }
}

extension ChatRequest {
    /// The schema of the answer, if the request has one.
    var answerSchema: JSONValue? {
        if mustCall { return json["tools"]?.arrayValue?.last?["function"]?["parameters"] }
        guard json["response_format"]?["type"] == "json_schema" else { return nil }
        return json["response_format"]?["json_schema"]?["schema"]
    }

    /// The text of an extraction between its two marker lines; the whole text of other messages.
    var textToRead: String {
        let lines = lastUserText.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("<<<TEXT ") }),
            let end = lines.lastIndex(where: { $0.hasPrefix("TEXT ") && $0.hasSuffix(">>>") }), start < end
        else { return lastUserText }
        return lines[(start + 1)..<end].joined(separator: "\n")
    }
}
