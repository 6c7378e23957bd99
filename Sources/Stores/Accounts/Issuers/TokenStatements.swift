import FoundationEssentials
import SignedTokens
import Storage

/// The statements of a genuine token about its user.
struct TokenStatements: Sendable {
    /// The name that the issuer has for the user.
    let identity: UserIdentity
    /// The kind of the user.
    let kind: EndUserRecord.Kind
    /// The name of the plan; `nil` if the token has none that can be read.
    let plan: String?
    /// Whether a missing name means the plan of the kind.
    let hasPlan: Bool
    /// The organization; `nil` for none.
    let organization: String?
    /// The time at which the token was issued; the distant past if it does not say, because it may be from before a sign-out.
    let issuedAt: Date
    /// The time at which it says all this.
    let claimedAt: Date

    /// Reads a token by the rules of its row.
    init(_ token: VerifiedToken, of row: Issuers.Row) {
        // The backend's header and its tokens name the same users.
        let issuer = row.record.kind == .openID ? token.issuer : UserIdentity.backend
        identity = UserIdentity(issuer: issuer, subject: token.user)
        kind = token.isAnonymous ? .anonymous : .identified
        (plan, organization) = (token.plan, token.organization)
        hasPlan = token.hasPlan || row.settings?.namesPlans == true
        issuedAt = token.issuedAt ?? .distantPast
        // A token that does not say when it was issued lives at most this long.
        claimedAt = token.issuedAt ?? token.notAfter.addingTimeInterval(-Double(row.longestLife))
    }
}

extension Issuers.Row {
    /// The longest time from the issue of a token to its end, in seconds, with the difference of clocks that is accepted.
    fileprivate var longestLife: Int {
        guard let settings = settings?.rules.settings else { return 0 }
        return settings.maximumLifetime + settings.leeway
    }
}
