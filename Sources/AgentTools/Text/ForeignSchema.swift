package import StreamingJSON

/// A JSON Schema that others wrote, as a model may read it.
package enum ForeignSchema {
    /// The maximum number of scalars of a title or a description.
    private static let longestText = 300

    /// Returns a schema with its texts on one line each, cut and filtered, and without comments and examples.
    package static func readable(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .array(let elements): return .array(elements.map(readable))
        case .object(let members):
            return .object(
                JSONObject(
                    members.compactMap { key, value in
                        switch (key, value) {
                        case ("$comment", .string), ("examples", .array): nil
                        case ("description", .string(let text)), ("title", .string(let text)):
                            (key, .string(TextLine(text, limit: longestText).text))
                        case ("enum", _), ("const", _), ("default", _): (key, value)
                        default: (key, readable(value))
                        }
                    }
                )
            )
        default: return schema
        }
    }
}
