public import StreamingJSON

/// A schema in JSON Schema, draft 2020-12 unless it says otherwise, checked and compiled once, for validating any number of values.
///
/// ```swift
/// let schema = try JSONSchema(["type": "object", "properties": ["count": ["minimum": 1]]])
/// let violations = try schema.validate(["count": 0])
/// print(violations[0].message)  // /count must be at least 1, is 0.
/// ```
///
/// All vocabularies of the draft are understood; `format` and the `content…` keywords are annotations and never refuse a value.
/// Tools of others often say in `$schema` that they are written for draft-07: those are read by its rules, as are drafts 06 and
/// 2019-09 (without `$recursiveRef`).
///
/// Strings, member names included, are compared code point by code point, and lengths are counted in code points. Numbers are
/// compared exactly: `1` equals `1.0`, and `0.3` is a multiple of `0.1`.
///
/// Nothing is fetched. `$ref` reaches into the schema itself, into the meta-schemas of draft 2020-12, and into the documents
/// handed in. Patterns are matched in time linear in the text for each instruction (see ``Limits``), so no pattern can hang;
/// back-references are refused for that reason.
public struct JSONSchema: Sendable {
    /// The document the schema was made of.
    public let document: JSONValue

    private let program: SchemaProgram
    private let limits: Limits

    /// Checks and compiles a schema.
    ///
    /// - Parameters:
    ///   - document: The schema: an object, or `true` or `false`.
    ///   - documents: Other documents that `$ref` and `$schema` may name, by absolute address. Each is read only when it is
    ///     referred to, by that address or by the `$id` at its root.
    ///   - limits: How much the schema may demand.
    /// - Throws: ``JSONSchemaError`` with the place of the first fault.
    public init(
        _ document: JSONValue,
        documents: [String: JSONValue] = [:],
        limits: Limits = Limits()
    ) throws(JSONSchemaError) {
        self.document = document
        self.limits = limits
        program = try SchemaCompiler.compile(document, documents: documents, limits: limits)
    }

    /// Everything in which a value departs from the schema, in the order of the schema; empty when it is valid.
    ///
    /// - Throws: ``JSONSchemaError`` with the code ``JSONSchemaError/Code/workLimit`` or ``JSONSchemaError/Code/tooDeep`` when a
    ///   limit was reached before anything was found. Treat the value as refused.
    public func validate(_ value: JSONValue) throws(JSONSchemaError) -> [Violation] {
        try SchemaEvaluator.violations(of: value, in: program, limits: limits)
    }

    /// The same, but lenient where language models are careless: unknown members, and `null` for what may be absent.
    ///
    /// A member that is refused only because no keyword speaks of it is no departure, and `null` for a member of `properties`
    /// that is not required counts as its absence. Such members do not count towards ``Limits/violations`` either, so any number
    /// of them leaves the rest of the value checked. Which of several alternatives (`anyOf` and the like) a value satisfies is
    /// still told with unknown members.
    public func validateLeniently(_ value: JSONValue) throws(JSONSchemaError) -> [Violation] {
        try SchemaEvaluator.violations(of: value, in: program, limits: limits, isLenient: true)
    }

    /// Whether a value satisfies the schema; quicker than ``validate(_:)``, since the first departure ends it.
    ///
    /// - Throws: ``JSONSchemaError`` when a limit was reached first. Treat the value as refused.
    public func isValid(_ value: JSONValue) throws(JSONSchemaError) -> Bool {
        try SchemaEvaluator.isValid(value, in: program, limits: limits)
    }
}
