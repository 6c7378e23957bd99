package import StreamingJSON

/// A JSON Schema that others wrote, as a model may read it.
package enum ForeignSchema {
    /// The maximum number of scalars of a title or a description.
    private static let longestText = 300

    /// Returns a schema with its texts on one line each, cut and filtered, and without comments and examples.
    ///
    /// A value that arguments have to repeat exactly is left out if the filter would change it.
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
                        case ("enum", .array(let values)): harmless(values).map { (key, .array($0)) }
                        case ("enum", _), ("const", _), ("default", _): isHarmless(value) ? (key, value) : nil
                        default: (key, readable(value))
                        }
                    }
                )
            )
        // Such as a pattern.
        case .string(let text): return .string(UntrustedText.neutralized(text))
        default: return schema
        }
    }

    /// Returns the values that the filter of texts leaves unchanged; `nil` if there are none.
    private static func harmless(_ values: [JSONValue]) -> [JSONValue]? {
        let kept = values.filter(isHarmless)
        return kept.isEmpty ? nil : kept
    }

    /// Whether the filter of texts leaves a value unchanged.
    private static func isHarmless(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): UntrustedText.neutralized(text) == text
        case .array(let elements): elements.allSatisfy(isHarmless)
        case .object(let members):
            members.allSatisfy { UntrustedText.neutralized($0.key) == $0.key && isHarmless($0.value) }
        default: true
        }
    }
}
