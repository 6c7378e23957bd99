public import KeyVault
public import Storage

/// The sender of a request: the holder of its token, as of its authentication.
///
/// Data is kept under ``owner``. The account is the owner's client: its tokens, limits and usage, the log and the audit chain.
public struct Principal: Sendable, Equatable {
    /// The two kinds of token holders at the first start, each with all scopes of its kind.
    public enum Kind: String, Sendable, CaseIterable {
        /// A client that uses chat turns, tools and conversations.
        case client

        /// An administrator of keys and clients.
        case admin

        /// All scopes of this kind.
        public var scopes: Set<Scope> {
            switch self {
            case .client: Scope.forClients
            case .admin: Scope.forAdministrators
            }
        }
    }

    /// The owner of the data that the sender sees and adds.
    public var owner: Owner

    /// The name of the client for people.
    public var name: String

    /// The scopes of its token.
    public var scopes: Set<Scope>

    /// The limits of its usage.
    public var limits: ClientLimits

    /// The instructions for models that its turns have in place of the server's; nil for the server's.
    public var instructions: ServerInstructions?

    /// The id of the token; nil for a token from the settings.
    public var tokenID: String?

    /// Makes a principal, for callers that authenticate in another way, such as tests.
    public init(
        owner: Owner,
        name: String,
        scopes: Set<Scope>,
        limits: ClientLimits = .none,
        instructions: ServerInstructions? = nil,
        tokenID: String? = nil
    ) {
        self.owner = owner
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.instructions = instructions
        self.tokenID = tokenID
    }

    /// The kind of the holder: an administrator if at least one scope is administrative.
    public var kind: Kind { scopes.contains(where: \.isAdministrative) ? .admin : .client }

    /// Whether the token's scopes cover a scope.
    public func may(_ needed: Scope) -> Bool { scopes.cover(needed) }
}

extension AuditActor {
    /// Makes the actor of a token's holder.
    public init(_ principal: Principal, requestID: String? = nil) {
        let kind = principal.kind.rawValue
        // The id of a token from the settings consists of its kind and its name; the kind is part of the actor's name already.
        let client = principal.owner.client
        let isPreset = client == "preset:\(kind):\(principal.name)"
        self.init(name: "\(kind):\(isPreset ? principal.name : client)", requestID: requestID)
    }
}
