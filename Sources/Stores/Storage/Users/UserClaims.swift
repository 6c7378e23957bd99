public import FoundationEssentials

/// The statements of a token, or of the app's backend, about a user.
public struct UserClaims: Sendable, Equatable {
    /// The kind.
    public var kind: EndUserRecord.Kind
    /// The name of the plan; `.some(nil)` for that of the kind, `nil` if the claims do not mention it.
    public var plan: String??
    /// The organization; `nil` for none.
    public var organization: String?
    /// The issuer that has named the organization; `nil` for the app's backend, or without one.
    public var organizationIssuer: String?
    /// The time of the claims; earlier claims do not replace them.
    public var claimedAt: Date

    /// Makes claims.
    public init(
        kind: EndUserRecord.Kind,
        plan: String?? = nil,
        organization: String? = nil,
        organizationIssuer: String? = nil,
        claimedAt: Date
    ) {
        (self.kind, self.plan, self.claimedAt) = (kind, plan, claimedAt)
        (self.organization, self.organizationIssuer) = (organization, organizationIssuer)
    }
}
