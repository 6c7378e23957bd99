public import StreamingJSON

extension ToolboxRegistration {
    /// A kind of things that the app declares.
    public struct Entity: Sendable, Hashable {
        /// The schema, such as `photos.album`.
        public var schema: String
        /// The name of the app's type.
        public var entityID: String
        /// The queries that the app answers.
        public var queries: Set<EntityQueryVerb>
        /// Whether an identifier means the same thing on all of a person's devices.
        public var isSyncable: Bool
        /// Whether the things have no identifier and exist only as parts of others, so that inputs contain them whole.
        public var isTransient: Bool
        /// The types of the schema's properties, as ``SchemaParameter/notation``.
        public var properties: [String: String]
        /// The members of union properties, by the property.
        public var unions: [String: [UnionMember]]

        /// Makes a kind of things.
        public init(
            schema: String,
            entityID: String,
            queries: Set<EntityQueryVerb>,
            isSyncable: Bool = false,
            isTransient: Bool = false,
            properties: [String: String] = [:],
            unions: [String: [UnionMember]] = [:]
        ) {
            self.schema = schema
            self.entityID = entityID
            self.queries = queries
            self.isSyncable = isSyncable
            self.isTransient = isTransient
            self.properties = properties
            self.unions = unions
        }
    }

    /// A set of choices that the app declares.
    public struct Enumeration: Sendable, Hashable {
        /// The schema, such as `photos.albumType`.
        public var schema: String
        /// The choices, in order.
        public var cases: [Case]

        /// Makes a set of choices.
        public init(schema: String, cases: [Case]) {
            self.schema = schema
            self.cases = cases
        }

        /// A choice.
        public struct Case: Sendable, Hashable {
            /// The value on the wire.
            public var value: String
            /// The name for people, in the device's language.
            public var title: String

            /// Makes a choice.
            public init(value: String, title: String) {
                self.value = value
                self.title = title
            }
        }
    }

    /// A tool of the app that is no schema.
    public struct OwnTool: Sendable, Hashable {
        /// The name in the app's namespace: `x-<app>.<name>`.
        public var name: String
        /// The purpose in one sentence.
        public var summary: String
        /// The JSON Schema of the input, an object.
        public var parameters: JSONValue
        /// The JSON Schema of the output; `nil` for any.
        public var output: JSONValue?
        /// Whether the tool only reads.
        public var isReadOnly: Bool
        /// The output in place of one that the device does not send; `nil` for none.
        ///
        /// At most 4 KiB, and for a tool that only reads.
        public var fallback: JSONValue?
        /// The time for a run, in milliseconds; `nil` for the default of the server.
        public var timeoutMilliseconds: Int?

        static let mostFallbackBytes = 4 << 10

        /// Makes a tool.
        public init(
            name: String,
            summary: String,
            parameters: JSONValue,
            output: JSONValue? = nil,
            isReadOnly: Bool = false,
            fallback: JSONValue? = nil,
            timeoutMilliseconds: Int? = nil
        ) {
            self.name = name
            self.summary = summary
            self.parameters = parameters
            self.output = output
            self.isReadOnly = isReadOnly
            self.fallback = fallback
            self.timeoutMilliseconds = timeoutMilliseconds
        }
    }
}

/// A query that an app answers about its entities.
public enum EntityQueryVerb: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Things by their identifiers.
    case get
    /// Things by words.
    case matching
    /// Things that suit the moment.
    case suggested
    /// Things by conditions on their properties.
    case filter
    /// None by itself: the app keeps the things in the device's search index.
    case indexed

    /// Returns whether one verb is before another in the alphabet.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
