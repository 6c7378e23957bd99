public import AssistantSchemas
public import StreamingJSON

/// The words of a search.
public struct StringSearchCriteria: IntentValue, Hashable {
    /// The words.
    public var term: String

    /// Makes criteria.
    public init(term: String) { self.term = term }

    /// `StringSearchCriteria`.
    public static var schemaType: SchemaType { .searchCriteria }

    /// Reads `{"term": …}`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> StringSearchCriteria {
        guard let term = json["term"]?.stringValue else { throw context.fault("an object with 'term'", not: json) }
        return StringSearchCriteria(term: term)
    }

    /// Returns `{"term": …}`.
    public func json(in context: IntentOutput) async throws -> JSONValue { ["term": .string(term)] }
}
