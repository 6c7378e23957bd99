import JSONSchema
import StreamingJSON

/// The error for a text that does not match its pattern; the model can correct it once it gets the error.
struct PatternMismatch: Error {}

/// A check of a model's output against the schema of the request.
///
/// Providers receive the schema, but few enforce all of it: an enumeration or a limit may be only a hint to them.
struct SchemaCheck: Sendable {
    /// The compiled schema; `nil` if the schema itself is invalid, and then every value passes.
    private let schema: JSONSchema?
    /// Whether properties that the schema does not define are faults.
    private let refusesUnknownProperties: Bool

    /// - Parameter refusesUnknownProperties: Whether properties that the schema does not define are faults, if the schema
    ///   forbids them.
    init(_ schema: GenerationSchema, refusesUnknownProperties: Bool = true) {
        self.schema = try? JSONSchema(schema.jsonValue)
        self.refusesUnknownProperties = refusesUnknownProperties
    }

    /// Returns the first fault and its place; `nil` if the content fits.
    func fault(of content: GeneratedContent) -> GeneratedContent.ParsingError? {
        guard let schema else { return nil }
        let value = content.jsonValue
        do {
            let violations =
                try refusesUnknownProperties
                ? schema.validate(value) : schema.validateLeniently(value)
            guard let first = violations.first else { return nil }
            return GeneratedContent.ParsingError(
                rawContent: value.serialized(),
                underlyingError: first.schemaLocation.hasSuffix("/pattern") ? PatternMismatch() : nil,
                debugDescription: first.message
            )
        } catch {
            // The check exceeded a limit before it found a fault; content that cannot be checked is refused.
            return GeneratedContent.ParsingError(
                rawContent: value.serialized(),
                underlyingError: error,
                debugDescription: "it could not be checked against the schema: \(error)"
            )
        }
    }
}
