import AgentWire
import JSONSchema
import LanguageModels
import StreamingJSON

/// The shape that a turn's answer must have: as the model is asked for it, and as the client has written it.
///
/// Providers take nothing but objects as whole answers: any other value, and one with the model's word on how sure it is, comes in
/// an object around it.
struct AnswerFormat: Sendable {
    /// What the model is asked for.
    let schema: GenerationSchema
    /// Whether the value stands in an object around it.
    let isWrapped: Bool
    /// Whether the model is asked how sure it is.
    let isGraded: Bool

    private let check: JSONSchema

    /// The member that the value stands in when it is wrapped.
    static let valueName = "value"
    private static let confidenceName = "confidence"

    /// - Throws: ``Problem`` when the schema is none, or cannot be asked for.
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
        // The value first, so that it can be seen growing.
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
            detail: "an answer cannot be asked for by this schema",
            faults: [.init(pointer: pointer, detail: message)]
        )
    }
}

extension AnswerFormat {
    /// Reads an answer, and holds its value against the client's schema.
    ///
    /// - Throws: ``Problem`` when it does not fit.
    func answer(in text: String) throws(Problem) -> StructuredAnswer {
        guard let whole = try? JSONValue(parsing: text) else { throw Self.misfit("it is not JSON") }
        guard isWrapped else { return StructuredAnswer(object: try settled(whole)) }
        guard let value = whole[Self.valueName] else { throw Self.misfit("it has no value") }
        guard isGraded else { return StructuredAnswer(object: try settled(value)) }
        guard let confidence = whole[Self.confidenceName]?.doubleValue, (0...1).contains(confidence) else {
            throw Self.misfit("it does not say, from 0 to 1, how sure it is")
        }
        return StructuredAnswer(object: try settled(value), confidence: confidence)
    }

    /// The value as the schema wants it: without members that nobody asked for, and without `null` for what may be absent.
    ///
    /// Models are careless with both, and are not asked again for it.
    private func settled(_ value: JSONValue) throws(Problem) -> JSONValue {
        var value = value
        // Violations are told up to a limit, and one can hide others: what is mended may show more of them, but not this often.
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
            throw Self.misfit("it could not be held against the schema: \(error.message)")
        }
    }

    /// Takes out the members of an object that its schema does not have, or the `null` that stands for a member's absence.
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

    /// Holds an answer against the wish for any JSON object.
    ///
    /// - Throws: ``Problem`` when it is none.
    static func checkObject(_ text: String) throws(Problem) {
        guard let value = try? JSONValue(parsing: text) else { throw misfit("it is not JSON") }
        guard value.objectValue != nil else { throw misfit("it is \(value.typeName) and not an object") }
    }

    /// What a client is told of an answer that the model's own dialect could not make fit.
    static func misfit(_ error: GeneratedContent.ParsingError) -> Problem { misfit(error.debugDescription) }

    private static func misfit(_ reason: String) -> Problem {
        Problem(
            .structuredOutputInvalid,
            detail: "the model gave no answer that fits: \(reason); ask again, for less, or another model"
        )
    }
}
