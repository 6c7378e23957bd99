import AgentWire
import JSONSchema
import LanguageModels
import StreamingJSON

/// The schema that a turn's answer must fit: in the form that the model gets, and in the client's form.
///
/// Providers accept only objects as whole answers. Any other value, and a value with the model's confidence, is wrapped in an object.
struct AnswerFormat: Sendable {
    /// The schema for the model.
    let schema: GenerationSchema
    /// Whether the value is wrapped in an object.
    let isWrapped: Bool
    /// Whether the model also writes its confidence.
    let isGraded: Bool

    private let check: JSONSchema

    /// The note beside the message of a turn whose answer must be a JSON object of any shape.
    static let objectNote = "Answer with one JSON object and nothing else: no text before or after it, no code fence."

    /// The member that has the value when it is wrapped.
    static let valueName = "value"
    private static let confidenceName = "confidence"

    /// - Throws: ``Problem`` when the schema is invalid or not supported.
    init(_ format: ResponseFormat, isGraded: Bool) throws(Problem) {
        self.isGraded = isGraded
        isWrapped = isGraded || format.schema["type"]?.stringValue != "object"
        do {
            check = try JSONSchema(format.schema, limits: .init(violations: 4096))
            let shape = try DynamicGenerationSchema(jsonSchema: format.schema)
            let root = isWrapped ? Self.wrapper(of: shape, isGraded: isGraded, in: format.schema) : shape
            schema = try GenerationSchema(root: root, dependencies: [])
        } catch {
            throw Self.problem(error, in: format)
        }
    }

    private static func wrapper(
        of shape: DynamicGenerationSchema,
        isGraded: Bool,
        in document: JSONValue
    ) -> DynamicGenerationSchema {
        let text = document.serialized()
        var name = "Answer"
        while text.contains("\"\(name)\"") { name += "_" }
        // The value is first, so that it can be shown while it grows.
        var properties: [DynamicGenerationSchema.Property] = [.init(name: valueName, schema: shape)]
        if isGraded {
            properties.append(
                .init(
                    name: confidenceName,
                    description: "How sure you are that the value is right, from 0 (a guess) to 1 (certain)",
                    schema: DynamicGenerationSchema(type: Double.self, guides: [.range(0...1)])
                )
            )
        }
        return DynamicGenerationSchema(name: name, properties: properties)
    }

    private static func problem(_ error: any Error, in format: ResponseFormat) -> Problem {
        let (location, message): (String, String) =
            switch error {
            case let error as JSONSchemaError: (error.schemaLocation, error.message)
            case let error as DynamicGenerationSchema.ImportError: (error.location, error.message)
            default: ("", "\(error)")
            }
        let pointer = location.hasPrefix("#/") ? format.pointer + location.dropFirst() : format.pointer
        return Problem(
            .invalidRequest,
            detail: "this server cannot make a model answer by this schema",
            faults: [.init(pointer: pointer, detail: message)]
        )
    }
}

extension AnswerFormat {
    /// Parses an answer, and validates its value against the client's schema.
    ///
    /// - Throws: ``Problem`` when it does not fit.
    func answer(in text: String) throws(Problem) -> StructuredAnswer {
        guard let whole = try? JSONValue(parsing: text) else { throw Self.misfit("it is not JSON") }
        guard isWrapped else { return StructuredAnswer(object: try settled(whole)) }
        guard let value = whole[Self.valueName] else { throw Self.misfit("it has no value") }
        guard isGraded else { return StructuredAnswer(object: try settled(value)) }
        guard let confidence = whole[Self.confidenceName]?.doubleValue, (0...1).contains(confidence) else {
            throw Self.misfit("it does not have the confidence as a number from 0 to 1")
        }
        return StructuredAnswer(object: try settled(value), confidence: confidence)
    }

    /// Returns the value in the schema's form: without surplus members, and without `null` for members that may be absent.
    ///
    /// Models often make these two mistakes, so they are corrected here without another call.
    private func settled(_ value: JSONValue) throws(Problem) -> JSONValue {
        var value = value
        // Violations are reported up to a limit, and one can hide others: a correction may reveal more of them, but not this often.
        for _ in 0..<32 {
            let violations = try violations(of: value, isLenient: false)
            if violations.isEmpty { return value }
            let serious = try self.violations(of: value, isLenient: true)
            guard serious.isEmpty else { throw Self.misfit(serious[0].message) }
            var edits = ValueEdits()
            for violation in violations { mend(violation, by: &edits) }
            let mended = edits.applied(to: value)
            guard mended != value else { throw Self.misfit(violations[0].message) }
            value = mended
        }
        throw Self.misfit("it has members that the schema does not allow")
    }

    private func violations(of value: JSONValue, isLenient: Bool) throws(Problem) -> [JSONSchema.Violation] {
        do throws(JSONSchemaError) {
            return try isLenient ? check.validateLeniently(value) : check.validate(value)
        } catch {
            throw Self.misfit("it could not be checked against the schema: \(error.message)")
        }
    }

    /// Removes the members of an object that its schema does not have, or a `null` that means that the member is absent.
    private func mend(_ violation: JSONSchema.Violation, by edits: inout ValueEdits) {
        let place = JSONValue.steps(of: violation.instanceLocation)
        if violation.schemaLocation.hasPrefix("#"), violation.schemaLocation.hasSuffix("/additionalProperties") {
            let rules = check.document.descendant(along: JSONValue.steps(of: violation.schemaLocation).dropLast())
            guard let rules = rules?.objectValue, rules["patternProperties"] == nil else { return }
            let known = rules["properties"]?.objectValue ?? [:]
            return edits.add(at: place) { found in
                guard case .object(let members) = found else { return found }
                return .object(JSONObject(members.filter { known[$0.key] != nil }.map { ($0.key, $0.value) }))
            }
        }
        guard let name = place.last else { return }
        edits.add(at: place.dropLast()) { found in
            guard case .object(var members) = found, members[name] == .null else { return found }
            members[name] = Optional.none
            return .object(members)
        }
    }

    /// Checks that an answer is a JSON object, for a request that accepts any.
    ///
    /// - Throws: ``Problem`` when it is not.
    static func checkObject(_ text: String) throws(Problem) {
        guard let value = try? JSONValue(parsing: text) else { throw misfit("it is not JSON") }
        guard value.objectValue != nil else { throw misfit("it is \(value.typeName) and not an object") }
    }

    /// Returns the problem of an answer that the provider's dialect could not repair.
    static func misfit(_ error: GeneratedContent.ParsingError) -> Problem { misfit(error.debugDescription) }

    private static func misfit(_ reason: String) -> Problem {
        Problem(
            .structuredOutputInvalid,
            detail:
                "the model's answer does not fit: \(reason); send the request again, ask for less, or use another model"
        )
    }
}
