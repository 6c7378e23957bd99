#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A user of a client as the admin endpoint describes it, without the names that issuers have for it.
public struct WireEndUser: WireRecord {
    /// The way in which a user is known.
    public enum Kind: String, Sendable, CaseIterable, WireWord {
        /// An issuer or the app's backend vouches for the person.
        case identified
        /// An installation of the app without a person.
        case anonymous
    }

    /// The id.
    public var id: String
    /// The kind.
    public var kind: Kind
    /// The name of the plan that applies.
    public var plan: String
    /// The organization; `nil` for none.
    public var organization: String?
    /// The limits that the operator has set for this user; empty for those of the plan.
    public var limits: JSONValue
    /// The time at which it was blocked; `nil` if it is not.
    public var blockedAt: Date?
    /// The time before which no token may have been issued; `nil` for any time.
    public var validFrom: Date?
    /// The time of its first request.
    public var createdAt: Date
    /// The time of its latest request, which may be an hour late.
    public var seenAt: Date
    /// The money that it has spent in the last 30 days, as a decimal text; `nil` where it was not added up.
    public var money: String?
    /// The tokens that it has used in the last 30 days; `nil` where they were not added up.
    public var tokens: Int?
    /// The currency of the money; `nil` if the server does not name it.
    public var currency: String?
    /// Whether a part of it had no price, so that ``money`` is too little; `nil` if none had.
    public var isUnpriced: Bool?

    /// Makes a description.
    public init(
        id: String,
        kind: Kind,
        plan: String,
        organization: String? = nil,
        limits: JSONValue = [:],
        blockedAt: Date? = nil,
        validFrom: Date? = nil,
        createdAt: Date,
        seenAt: Date,
        money: String? = nil,
        tokens: Int? = nil,
        currency: String? = nil,
        isUnpriced: Bool? = nil
    ) {
        (self.id, self.kind, self.plan, self.organization) = (id, kind, plan, organization)
        (self.limits, self.blockedAt, self.validFrom) = (limits, blockedAt, validFrom)
        (self.createdAt, self.seenAt) = (createdAt, seenAt)
        (self.money, self.tokens, self.currency, self.isUnpriced) = (money, tokens, currency, isUnpriced)
    }

    package static let fields: Fields<Self> = Fields(
        named: "User",
        Self.init,
        .always("id", \.id),
        .always("kind", \.kind),
        .always("plan", \.plan, "The name of the plan that applies."),
        .always("organization", \.organization),
        .always("limits", \.limits, "The settings of this user in place of those of its plan."),
        .always("blocked_at", \.blockedAt),
        .always("valid_from", \.validFrom, "Tokens that were issued earlier are refused."),
        .always("created_at", \.createdAt),
        .always("seen_at", \.seenAt, "The latest request, perhaps an hour late."),
        .maybe("money", \.money, "Spent in the last 30 days."),
        .maybe("tokens", \.tokens, "Used in the last 30 days."),
        .maybe("currency", \.currency),
        .maybe("unpriced", \.isUnpriced, "True if some of it had no price.")
    )
}

/// A page of the users of a client.
public struct WireEndUserPage: WireRecord {
    /// The users, in the order of the request.
    public var users: [WireEndUser]
    /// The value of `cursor` for the next page; `nil` after the last user.
    public var next: String?

    /// Makes a page.
    public init(users: [WireEndUser], next: String?) { (self.users, self.next) = (users, next) }

    package static let fields: Fields<Self> = Fields(Self.init, .always("users", \.users), .always("next", \.next))
}

/// A user with its identities and the limits that apply.
public struct WireEndUserReply: WireRecord {
    /// The name that an issuer has for a user.
    public struct Identity: WireRecord {
        /// The issuer's URL, or `backend`.
        public var issuer: String
        /// The issuer's name for the user; `nil` in the answer to the user itself.
        public var subject: String?
        /// The time at which it was linked.
        public var linkedAt: Date

        /// Makes an identity.
        public init(issuer: String, subject: String? = nil, linkedAt: Date) {
            (self.issuer, self.subject, self.linkedAt) = (issuer, subject, linkedAt)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("issuer", \.issuer),
            .maybe("subject", \.subject),
            .always("linked_at", \.linkedAt)
        )
    }

    /// The user.
    public var user: WireEndUser
    /// Its identities.
    public var identities: [Identity]
    /// The limits that apply: its own ones, those of its plan, and those that its plan inherits.
    public var appliedLimits: WireAppliedLimits
    /// The bytes of its conversations and runs, which `storage_mb` bounds; `nil` from a server that does not say.
    public var storedBytes: Int?
    /// The use of these limits; `nil` for a blocked user, and if no server runs.
    public var limits: [WireLimitUse]?
    /// Warnings about the limits that a request has set.
    public var warnings: [String]?

    /// Makes a reply.
    public init(
        user: WireEndUser,
        identities: [Identity],
        appliedLimits: WireAppliedLimits,
        storedBytes: Int? = nil,
        limits: [WireLimitUse]? = nil,
        warnings: [String]? = nil
    ) {
        (self.user, self.identities, self.appliedLimits) = (user, identities, appliedLimits)
        (self.storedBytes, self.limits, self.warnings) = (storedBytes, limits, warnings)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("user", \.user),
        .always("identities", \.identities),
        .always("applied_limits", \.appliedLimits),
        .maybe("stored_bytes", \.storedBytes, "Of its conversations and runs, which `storage_mb` bounds."),
        .maybe("limits", \.limits, "The use of the applied limits; absent for a blocked user."),
        .maybe("warnings", \.warnings, "About limits that a change has set.")
    )
}

/// The body of `PATCH /admin/clients/{id}/users/{user}`: the fields to change.
public struct EndUserChangeRequest: WireRecord {
    /// The name of the plan; `.some(nil)` for the plan of the user's kind.
    public var plan: String??
    /// The limits of this user in place of those of its plan; an empty object for those of the plan.
    public var limits: JSONValue?
    /// Whether the user is blocked.
    public var isBlocked: Bool?

    /// Makes a request.
    public init(plan: String?? = nil, limits: JSONValue? = nil, isBlocked: Bool? = nil) {
        (self.plan, self.limits, self.isBlocked) = (plan, limits, isBlocked)
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "UserChange",
        Self.init,
        .change("plan", \.plan, "Null for the plan of the user's kind. A token that names a plan replaces it."),
        .maybe("limits", \.limits, "The members of a plan; an empty object for those of the plan."),
        .maybe("blocked", \.isBlocked, "Whether requests of the user are refused; a block also ends its runs.")
    )
}
