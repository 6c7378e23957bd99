import StreamingJSON

/// A token that is refused, with its step and reason.
public struct TokenRefusal: Error, Sendable {
    /// The reasons, in the order of the steps.
    public enum Reason: String, Sendable, CaseIterable {
        // Step 1.
        case tooLong, notThreeParts, notBase64URL
        // Step 2.
        case headerUnreadable, headerRepeats, criticalExtension, compressed, foreignKey, algorithmUnknown
        case keyIDUnreadable, otherKind
        // Step 3.
        case claimsUnreadable, claimsRepeat
        // Step 4; a tenant can also be refused at step 8, as can an ID token and a party.
        case issuerMissing, issuerUnknown, otherTenant, graphToken, idToken
        case audienceUnreadable, otherAudience, otherParty, severalRows
        // Step 5.
        case keyUnknown, keyLeftOut, keyUnfit, keyAmbiguous
        // Step 6.
        case signature
        // Step 7.
        case endMissing, timeUnreadable, expired, notYetValid, livesTooLong
        // Step 8.
        case otherToken, untyped, accessToken, nonce, requirement
        // Step 9.
        case confirmationUnknown, proofRequired
        // Step 10.
        case userMissing, userUnusable
    }

    /// The reason.
    public let reason: Reason
    /// The step.
    public let step: TokenStep
    /// A part of the token and of the row, each as one short line without invisible characters.
    let found, expected: String?
    /// Whether the token is by the app's backend, which has no key set, and whose audience is this server.
    private(set) var isOfBackend = false

    init(_ reason: Reason, at step: TokenStep, found: String? = nil, expected: String? = nil) {
        (self.reason, self.step) = (reason, step)
        self.found = found.flatMap { $0.isEmpty ? nil : $0.excerpt(upTo: 400) }
        self.expected = expected.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the refusal with the remedies that an issuer with these settings has.
    func of(_ settings: ClaimRules.Settings) -> TokenRefusal {
        var refusal = self
        refusal.isOfBackend = settings.keySource == .publicKeys || settings.keySource == .secret
        return refusal
    }

    /// Whether the issuer may have a new key, so that a newer key set is worth a request.
    ///
    /// A token without the id of its key is checked against the only key, which may be a former one.
    public var mayLackKey: Bool { reason == .keyUnknown || reason == .signature && found == nil }

    /// The text for the caller of a token that has expired.
    public static let expiredText = "the token has expired; sign in again or refresh it"

    /// The text for the caller.
    ///
    /// It is the same for all steps until the signature is verified, because until then anybody may have written the token.
    public var callerText: String {
        switch reason {
        case _ where step <= .signature: "the server does not know this token"
        case .endMissing, .timeUnreadable: "the token's times cannot be read"
        case .expired: Self.expiredText
        case .notYetValid: "the token is not valid yet; check the clock of its issuer"
        case .livesTooLong: "the token is valid for too long; ask the operator"
        case .idToken: "this is an ID token; send the access token"
        case .accessToken: "this is an access token; send the ID token"
        case .otherToken, .untyped: "this kind of token is not accepted; send an access token"
        case .nonce: "the token is for another sign-in; sign in again"
        case .otherParty: "the token is for another app"
        case .otherTenant: "the token is of a tenant that is not admitted"
        case .requirement: "the token lacks a claim that the server requires; ask the operator"
        case .proofRequired: "the token is bound to a key; send it with a DPoP proof"
        case .confirmationUnknown: "the token is bound to its sender in a way that the server cannot check"
        default: "the token does not name a user that the server can accept"
        }
    }
}

extension TokenStep: Comparable {
    /// Returns whether a step is before another.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
