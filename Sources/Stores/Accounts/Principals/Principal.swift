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

    /// The shares that must have room for its turns: those of the user, if there is one, and then that of the client.
    public var shares: [LimitShare]

    /// The limits of the client.
    public var limits: ClientLimits { shares.share(of: .client)?.limits ?? .none }

    /// The instructions for models that its turns have in place of the server's; nil for the server's.
    public var instructions: ServerInstructions?

    /// The users that share an inventory with the sender; nil for a token of the client itself.
    public var inventory: InventorySharing?

    /// The tools of the operator that the settings of the client's users name; empty for a token of the client itself.
    ///
    /// They are not those of ``scopes``: a client that has its tools by name does not open them to its users by that.
    public var operatorTools: Set<String> = []

    /// The id of the token; nil for a token from the settings.
    public var tokenID: String?

    /// The ground on which a signed token was admitted, with its end; nil for another token.
    public var grant: TokenGrant?

    /// The settings of the client's users; nil for a client without users, and for a user.
    public var users: UserSettings?

    /// The numbers that apply to the user; nil without a user.
    public var plan: UserPlan?

    /// The organization of the user; nil without one.
    public var organization: String?

    /// The issuer that has named the organization; nil for the app's backend.
    public var organizationIssuer: String?

    /// The name that the app's backend or another issuer has for the user; nil without a user, and if it is not known.
    ///
    /// It is never logged.
    public var subject: String?

    /// Makes a principal, for callers that authenticate in another way, such as tests.
    ///
    /// - Parameter shares: By default that of the client, which has these limits.
    public init(
        owner: Owner,
        name: String,
        scopes: Set<Scope>,
        limits: ClientLimits = .none,
        shares: [LimitShare]? = nil,
        instructions: ServerInstructions? = nil,
        tokenID: String? = nil,
        users: UserSettings? = nil
    ) {
        self.owner = owner
        self.name = name
        self.scopes = scopes
        self.shares = shares ?? [LimitShare(kind: .client, key: owner.client, limits: limits)]
        self.instructions = instructions
        self.tokenID = tokenID
        self.users = users
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
