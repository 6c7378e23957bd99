import JSONSchema
import LanguageModels
import StreamingJSON

/// Checks a model's answer against the requested schema, as it was before any rewriting.
struct StructuredAnswerCheck {
    /// The result of a check.
    enum Finding: Equatable {
        /// The text of a valid value, and whether other text surrounds it.
        case value(String, isExtracted: Bool)
        /// The violations of the schema, each with its place. `isUnenforced` if one is more than a limit on a value, because a provider
        /// that enforces schemas cannot have enforced this one.
        case fault(violations: [String], isUnenforced: Bool)
    }

    /// The schema; `nil` if it is invalid itself, and nothing can be checked against it.
    private let schema: JSONSchema?

    init(_ schema: GenerationSchema) {
        self.schema = try? JSONSchema(schema.jsonValue, limits: .init(violations: 1024))
    }

    /// Looks for a valid value in a text.
    func finding(in text: String) -> Finding {
        let candidates = JSONExtraction.candidates(in: text)
        var first: Finding?
        for candidate in candidates {
            let violations: [JSONSchema.Violation]
            do throws(JSONSchemaError) {
                // The check is as lenient as that of a session, which reads the answer afterwards.
                violations = try schema?.validateLeniently(candidate.value) ?? []
            } catch {
                // A limit was reached before a result: a value that cannot be checked is not accepted.
                first = first ?? .fault(violations: [error.message], isUnenforced: false)
                continue
            }
            if violations.isEmpty {
                let isExtracted = candidate.text.utf8.count != text.withoutOuterSpace.utf8.count
                return .value(withoutNulls(candidate), isExtracted: isExtracted)
            }
            first =
                first
                ?? .fault(
                    violations: violations.map(\.message),
                    isUnenforced: violations.contains { Self.isOfShape($0) }
                )
        }
        return first ?? .fault(violations: ["The answer holds no JSON value that is whole."], isUnenforced: true)
    }

    /// Returns the value without each `null` in place of an absent property, because providers that require every property return
    /// those.
    private func withoutNulls(_ candidate: JSONExtraction.Candidate) -> String {
        guard let violations = try? schema?.validate(candidate.value) else { return candidate.text }
        let value = violations.reduce(candidate.value) { $0.removingNull(at: $1.instanceLocation) }
        return value == candidate.value ? candidate.text : value.serialized()
    }

    private static let keywordsOfShape: Set<Substring> = [
        "type", "required", "properties", "additionalProperties", "enum", "const", "anyOf", "oneOf",
    ]

    private static func isOfShape(_ violation: JSONSchema.Violation) -> Bool {
        violation.schemaLocation.split(separator: "/").last.map(keywordsOfShape.contains) ?? false
    }
}

extension JSONValue {
    /// Returns the value without the member at a JSON Pointer, if that is `null`.
    fileprivate func removingNull(at pointer: String) -> JSONValue {
        let steps = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return removingNull(at: steps.map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }[...])
    }

    private func removingNull(at steps: ArraySlice<String>) -> JSONValue {
        guard let step = steps.first else { return self }
        let rest = steps.dropFirst()
        switch self {
        case .object(var members):
            guard let member = members[step] else { return self }
            if !rest.isEmpty {
                members[step] = member.removingNull(at: rest)
            } else if member.isNull {
                members[step] = Optional.none
            }
            return .object(members)
        case .array(var elements):
            guard let index = Int(step), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].removingNull(at: rest)
            return .array(elements)
        default: return self
        }
    }
}
