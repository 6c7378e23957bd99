import JSONSchema
import StreamingJSON

/// A text of an answer does not match the expression that limits it: a fault that a model can mend when it is told.
struct PatternMismatch: Error {}

/// Holds what a model has written against the schema it was given.
///
/// Providers are told the schema, but few keep to all of it: an enumeration or a limit may be no more than advice to them.
struct SchemaCheck: Sendable {
    /// `nil` for a schema that is faulty itself: then nothing can be held against it.
    private let schema: JSONSchema?
    /// Whether properties that the schema does not know are faults.
    private let refusesStrangers: Bool

    /// - Parameter refusesStrangers: Whether properties that the schema does not know are faults, where it says that they are.
    init(_ schema: GenerationSchema, refusesStrangers: Bool = true) {
        self.schema = try? JSONSchema(schema.jsonValue)
        self.refusesStrangers = refusesStrangers
    }

    /// What does not fit, and where; `nil` when everything does.
    func fault(of content: GeneratedContent) -> GeneratedContent.ParsingError? {
        guard let schema else { return nil }
        let value = content.jsonValue
        do {
            let violations =
                try refusesStrangers
                ? schema.validate(value) : schema.validateLeniently(value)
            guard let first = violations.first else { return nil }
            return GeneratedContent.ParsingError(
                rawContent: value.serialized(),
                underlyingError: first.schemaLocation.hasSuffix("/pattern") ? PatternMismatch() : nil,
                debugDescription: first.message
            )
        } catch {
            // A limit was reached before anything was found: what cannot be checked is not taken.
            return GeneratedContent.ParsingError(
                rawContent: value.serialized(),
                underlyingError: error,
                debugDescription: "it could not be held against the schema: \(error)"
            )
        }
    }
}
