extension ToolboxRegistration {
    /// An action that the app declares.
    public struct Intent: Sendable, Hashable {
        /// The schema, such as `photos.openAlbum`.
        public var schema: String
        /// The name of the app's type.
        public var intentID: String
        /// The places in which the action can run.
        public var modes: Set<IntentMode>
        /// The audiences that see the action.
        public var visibility: IntentVisibility
        /// The conditions for a call; never weaker than those of the schema.
        public var policy: IntentPolicy
        /// Whether two calls with one input leave the same state as one.
        public var isIdempotent: Bool
        /// The time for a run, in milliseconds; `nil` for the default of the server.
        public var timeoutMilliseconds: Int?
        /// The types of the schema's parameters, as ``SchemaParameter/notation``.
        public var parameters: [String: String]
        /// The type of the result, as ``SchemaType/notation``; `nil` for none.
        public var result: String?
        /// The members of union parameters, by the parameter.
        public var unions: [String: [UnionMember]]
        /// The types of parameters that are not part of the schema, which no model sees.
        public var extensions: [String: String]

        /// Makes an action.
        public init(
            schema: String,
            intentID: String,
            modes: Set<IntentMode> = [.background],
            visibility: IntentVisibility = .both,
            policy: IntentPolicy = IntentPolicy(),
            isIdempotent: Bool = false,
            timeoutMilliseconds: Int? = nil,
            parameters: [String: String] = [:],
            result: String? = nil,
            unions: [String: [UnionMember]] = [:],
            extensions: [String: String] = [:]
        ) {
            self.schema = schema
            self.intentID = intentID
            self.modes = modes
            self.visibility = visibility
            self.policy = policy
            self.isIdempotent = isIdempotent
            self.timeoutMilliseconds = timeoutMilliseconds
            self.parameters = parameters
            self.result = result
            self.unions = unions
            self.extensions = extensions
        }
    }

    /// A member of a union: a case of the app's enumeration.
    public struct UnionMember: Sendable, Hashable {
        /// The name of the case, the discriminator on the wire.
        public var kind: String
        /// The type of the associated value, as ``SchemaType/notation``.
        public var type: String

        /// Makes a member.
        public init(kind: String, type: String) {
            self.kind = kind
            self.type = type
        }
    }
}

/// A place in which an action can run.
public enum IntentMode: String, Sendable, Hashable, CaseIterable {
    /// Without the app on the screen.
    case background
    /// With the app on the screen.
    case foreground
}

/// The audience of an action.
public enum IntentVisibility: String, Sendable, Hashable, CaseIterable {
    /// Models only.
    case model
    /// People only.
    case user
    /// Models and people.
    case both
}

/// The conditions for a call.
public struct IntentPolicy: Sendable, Hashable {
    /// When a person confirms a call.
    public var confirmation: Confirmation
    /// The authentication for a call; `nil` for that of the schema.
    public var authentication: AuthenticationLevel?

    /// Makes conditions.
    public init(confirmation: Confirmation = .byRisk, authentication: AuthenticationLevel? = nil) {
        self.confirmation = confirmation
        self.authentication = authentication
    }

    /// When a person confirms a call.
    public enum Confirmation: String, Sendable, Hashable, CaseIterable {
        /// As the risk of the schema and the circumstances require.
        case byRisk = "risk"
        /// Before every call.
        case always
    }
}
