public import StreamingJSON

/// A query about the entities of an app: the data of the event `entity.requested`.
public struct EntityQueryCall: Sendable, Hashable {
    /// The identifier of the query.
    public var queryID: String
    /// The schema, such as `photos.album`.
    public var schema: String
    /// The arguments.
    public var arguments: Arguments
    /// The properties that the answer may contain; `nil` for all.
    public var properties: Set<String>?
    /// The maximum number of entities in the answer.
    public var limit: Int

    /// The maximum number of entities in any answer.
    public static let mostEntities = 50

    /// Makes a query.
    public init(
        queryID: String,
        schema: String,
        arguments: Arguments,
        properties: Set<String>? = nil,
        limit: Int = EntityQueryCall.mostEntities
    ) {
        self.queryID = queryID
        self.schema = schema
        self.arguments = arguments
        self.properties = properties
        self.limit = min(max(limit, 1), Self.mostEntities)
    }

    /// The verb with its arguments.
    public enum Arguments: Sendable, Hashable {
        /// The things with these identifiers, `{"ids": […]}`.
        case get([String])
        /// The things for these words, `{"text": "…"}`.
        case matching(String)
        /// The things that suit the moment.
        case suggested
        /// The things with these conditions, which the app defines.
        case filter(JSONObject)

        /// The verb.
        public var verb: EntityQueryVerb {
            switch self {
            case .get: .get
            case .matching: .matching
            case .suggested: .suggested
            case .filter: .filter
            }
        }
    }
}

/// The answer to a query about entities.
public enum EntityQueryAnswer: Sendable, Hashable {
    /// The entities on the wire, at most ``EntityQueryCall/limit``.
    case entities([JSONValue])
    /// The query was not answered.
    case failed(IntentError)
}
