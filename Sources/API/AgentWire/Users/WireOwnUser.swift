#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The answer of `GET /v1/users/self`: the user that a request is sent for, with its limits.
public struct WireOwnUser: WireRecord {
    /// The user.
    public var user: User
    /// The use of its limits, without those of money.
    public var limits: [WireSession.Limit]
    /// All limits that apply, without those of money.
    public var appliedLimits: WireAppliedLimits

    /// The description of a user for itself.
    public struct User: WireRecord {
        /// The id.
        public var id: String
        /// The kind.
        public var kind: WireEndUser.Kind
        /// The name of the plan that applies.
        public var plan: String
        /// The organization; `nil` for none.
        public var organization: String?
        /// The time of its first request.
        public var createdAt: Date
        /// Its identities, without the issuers' names for it.
        public var identities: [WireEndUserReply.Identity]

        /// Makes a description.
        public init(
            id: String,
            kind: WireEndUser.Kind,
            plan: String,
            organization: String?,
            createdAt: Date,
            identities: [WireEndUserReply.Identity]
        ) {
            (self.id, self.kind, self.plan, self.organization) = (id, kind, plan, organization)
            (self.createdAt, self.identities) = (createdAt, identities)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("id", \.id),
            .always("kind", \.kind),
            .always("plan", \.plan),
            .always("organization", \.organization),
            .always("created_at", \.createdAt),
            .always("identities", \.identities)
        )
    }

    /// Makes an answer.
    public init(user: User, limits: [WireSession.Limit], appliedLimits: WireAppliedLimits) {
        (self.user, self.limits, self.appliedLimits) = (user, limits, appliedLimits)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("user", \.user),
        .always("limits", \.limits, "The use of the limits."),
        .always("applied_limits", \.appliedLimits)
    )
}
