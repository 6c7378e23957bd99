public import FoundationEssentials

/// The result of a check.
public enum TokenVerdict: Sendable {
    /// The token is genuine, and for this server.
    case accepted(VerifiedToken)
    /// The token is refused.
    case refused(TokenRefusal)

    /// One line for each step that was checked; `torii issuers test` prints them to the operator.
    ///
    /// They have no values of claims about the user.
    public var lines: [String] {
        let refusal: TokenRefusal? = if case .refused(let refusal) = self { refusal } else { nil }
        return TokenStep.allCases.prefix(refusal?.step.rawValue ?? TokenStep.allCases.count).map { step in
            "\(step.rawValue) \(step): \(step == refusal?.step ? refusal?.operatorText ?? "ok" : "ok")"
        }
    }
}

/// The claims of a genuine token, as far as its row reads them.
public struct VerifiedToken: Sendable, Equatable {
    /// The issuer, in one spelling for all tokens of it.
    public let issuer: String
    /// The user's name at the issuer: 1 to 256 bytes.
    public let user: String
    /// The id of the token.
    public let tokenID: String?
    /// The time from which the token is refused, its leeway included.
    public let notAfter: Date
    /// The time at which the token was issued; `nil` if it does not say.
    public let issuedAt: Date?
    /// The key to which the token is bound (RFC 9449), proven by the sender.
    public let boundKey: String?
    /// The organization and the plan.
    public let organization, plan: String?
    /// Whether the token has the claim for plans, also with a value that names none.
    public let hasPlan: Bool
    /// The scopes to which the token narrows; `nil` if the row names no claim for them.
    public let scopes: [String]?
    /// Whether the issuer marks the user as anonymous.
    public let isAnonymous: Bool
}
