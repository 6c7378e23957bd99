public import Storage

/// Who a request comes from: the holder of a token, as it was when the token was shown.
public struct Client: Sendable, Equatable, Identifiable {
    /// The two kinds of holder that there are at the first start, each with all the scopes of its side.
    public enum Kind: String, Sendable, CaseIterable {
        /// Chat turns, tools and conversations.
        case client

        /// Keys and settings.
        case admin

        /// All the scopes of this side.
        public var scopes: Set<Scope> {
            switch self {
            case .client: Scope.forClients
            case .admin: Scope.forAdministrators
            }
        }
    }

    /// The client's id; its conversations belong to it.
    public var id: String

    /// A name for people.
    public var name: String

    /// What its token opens.
    public var scopes: Set<Scope>

    /// How much it may do.
    public var limits: ClientLimits

    /// The id of the token that was shown; nil for a token out of the settings.
    public var tokenID: String?

    /// Makes a client, for callers that authenticate in another way, such as tests.
    public init(
        id: String,
        name: String,
        scopes: Set<Scope>,
        limits: ClientLimits = .none,
        tokenID: String? = nil
    ) {
        self.id = id
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.tokenID = tokenID
    }

    /// The side that it belongs to: an administrator's when it has one scope of these.
    public var kind: Kind { scopes.contains(where: \.isAdministrative) ? .admin : .client }

    /// Whether it may do what the scope stands for.
    public func may(_ needed: Scope) -> Bool { scopes.cover(needed) }
}
