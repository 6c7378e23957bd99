public import StreamingJSON

/// A schema in JSON Schema, checked and compiled once, for validating any number of values; `$schema` selects a draft
/// other than 2020-12.
///
/// ```swift
/// let schema = try JSONSchema(["type": "object", "properties": ["count": ["minimum": 1]]])
/// let violations = try schema.validate(["count": 0])
/// print(violations[0].message)  // /count must be at least 1, is 0.
/// ```
///
/// All vocabularies of the draft are supported; `format` and the `content…` keywords are annotations and never refuse a
/// value. Many tools declare draft-07 in `$schema`: such schemas are read by its rules, as are drafts 06 and 2019-09
/// (without `$recursiveRef`).
///
/// Strings, member names included, are compared code point by code point, and lengths are counted in code points.
/// Numbers are compared exactly: `1` equals `1.0`, and `0.3` is a multiple of `0.1`.
///
/// Nothing is fetched. `$ref` can point into the schema itself, into the meta-schemas of draft 2020-12, and into the
/// additional documents. Patterns are matched in time linear in the text for each instruction (see ``Limits``), so no
/// pattern can hang; for that reason back-references are refused.
public struct JSONSchema: Sendable {
    /// The document from which the schema was made.
    public let document: JSONValue

    private let program: SchemaProgram
    private let limits: Limits

    /// Checks and compiles a schema.
    ///
    /// - Parameters:
    ///   - document: The schema: an object, or `true` or `false`.
    ///   - documents: Other documents that `$ref` and `$schema` may name, by absolute address. Each is read only if a
    ///     reference names it, by that address or by the `$id` at its root.
    ///   - limits: The limits on the schema's work.
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

    /// Returns all violations of the schema by a value, in the order of the schema; none if it is valid.
    ///
    /// - Throws: ``JSONSchemaError`` with the code ``JSONSchemaError/Code/workLimit`` or
    ///   ``JSONSchemaError/Code/tooDeep`` if a limit was reached before any violation was found. Treat the value as
    ///   refused.
    public func validate(_ value: JSONValue) throws(JSONSchemaError) -> [Violation] {
        try SchemaEvaluator.violations(of: value, in: program, limits: limits)
    }

    /// Returns the violations except those that language models often cause: unknown members, and `null` for an
    /// optional value.
    ///
    /// A member that is refused only because no keyword mentions it is no violation, and `null` for a member of
    /// `properties` that is not required counts as its absence. Such members do not count towards ``Limits/violations``
    /// either, so any number of them leaves the rest of the value checked. Messages about alternatives (`anyOf` and
    /// similar) still report unknown members.
    public func validateLeniently(_ value: JSONValue) throws(JSONSchemaError) -> [Violation] {
        try SchemaEvaluator.violations(of: value, in: program, limits: limits, isLenient: true)
    }

    /// Returns whether a value satisfies the schema; this is faster than ``validate(_:)`` because it stops at the first
    /// violation.
    ///
    /// - Throws: ``JSONSchemaError`` if a limit was reached first. Treat the value as refused.
    public func isValid(_ value: JSONValue) throws(JSONSchemaError) -> Bool {
        try SchemaEvaluator.isValid(value, in: program, limits: limits)
    }
}

extension JSONSchema {
    /// One reason why a value does not satisfy a schema.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The place in the value, as a JSON Pointer (RFC 6901); empty for the value as a whole.
        public let instanceLocation: String

        /// The keyword that was not satisfied, as a URI reference such as `#/properties/count/minimum`.
        ///
        /// It is the place where the keyword is written, after all references; a place in an additional document starts
        /// with that document's address.
        public let schemaLocation: String

        /// A sentence for a model or a person: the place, the requirement, the actual value.
        public let message: String

        /// The message.
        public var description: String { message }
    }
}
