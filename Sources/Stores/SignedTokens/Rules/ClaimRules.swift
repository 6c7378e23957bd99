import StreamingJSON

/// A row of issuers: the tokens of one issuer that are accepted, and the meaning of their claims.
///
/// A row without a binding cannot be made, because it would accept every token of its issuer, also those for other apps.
public struct ClaimRules: Sendable {
    /// The kind of token that a row accepts.
    public enum Kind: String, Sendable {
        /// An access token, for this server.
        case access
        /// An ID token of OpenID Connect, for the app.
        case id
    }

    /// The way in which apps send a row's tokens.
    public enum Use: String, Sendable {
        /// As bearer, with each request.
        case bearer
        /// Once, in exchange for a token of this server.
        case exchange
    }

    /// The place of an issuer's keys.
    public enum KeySource: Sendable, Equatable {
        /// The key set that the issuer's discovery document names.
        case discovery
        /// The key set at this address.
        case address(String)
        /// Public keys that are stored with the row.
        case publicKeys
        /// A secret that is stored with the row.
        case secret
    }

    /// The values of a row.
    public struct Settings: Sendable {
        /// The issuer, as tokens name it in `iss`; `{tenantid}` is the place of a tenant if there are ``tenants``.
        public var issuer: String
        /// Other spellings of the same issuer.
        public var otherIssuers: [String] = []
        /// The tenants that may sign in, or `*` for all of them; empty for an issuer without tenants.
        public var tenants: [String] = []
        /// The place of the keys.
        public var keySource = KeySource.discovery
        /// The audiences: values of `aud`, one of which a token has to have.
        public var audiences: [String] = []
        /// The parties: values of `azp`, `client_id` or `cid`, one of which a token has to have.
        public var parties: [String] = []
        /// Whether the issuer serves this app only.
        ///
        /// Then ``parties`` apply only to tokens with a party.
        public var isDedicated = false
        /// The kind of token.
        public var kind = Kind.access
        /// The way in which apps send the tokens.
        public var use = Use.bearer
        /// The algorithms; `nil` for those of the keys, where RSA means RS256.
        public var algorithms: [SignatureAlgorithm]?
        /// The difference of clocks that is accepted, in seconds.
        public var leeway = 30
        /// The maximum time from the issue of a token to its end, in seconds.
        public var maximumLifetime = 86400
        /// Whether an access token has to declare itself as `at+jwt`, as this issuer always does.
        public var requiresAccessTokenType = false
        /// Claims that a token has to have.
        public var requirements: [ClaimRequirement] = []
        /// The claims that identify the user: usually one.
        public var user = [ClaimPath.subject]
        /// The claims with the user's organization, plan and scopes; `nil` for none.
        public var organization, plan, scopes: ClaimPath?
        /// The claim that marks an anonymous user.
        public var anonymous: ClaimRequirement?

        /// Makes values without a binding.
        public init(issuer: String) { self.issuer = issuer }
    }

    /// The values.
    public let settings: Settings

    /// The maximum length of an issuer, of a user's name at it, and of other names that are kept of a user, in bytes.
    public static let longestName = 256

    /// The maximum length of an audience, party or tenant, in bytes, and of their number.
    static let (longestText, mostTexts) = (1024, 64)
    /// The place of a tenant in the name of an issuer, as Entra ID writes it.
    static let tenantPlace = "{tenantid}"
    /// The tenant that means all tenants.
    static let allTenants = "*"

    /// Claims that can be changed, or later belong to another person.
    private static let changeableClaims = [
        "email", "preferred_username", "upn", "unique_name", "name", "nickname", "phone_number",
    ]

    /// Makes a row.
    ///
    /// - Throws: ``SignedTokensError`` with the value that is missing or out of its range.
    public init(_ settings: Settings) throws(SignedTokensError) {
        func fault(_ text: String) -> SignedTokensError { SignedTokensError(.setting, text) }
        let issuer = settings.issuer.excerpt(upTo: 200)
        let texts = [settings.issuer] + settings.otherIssuers + settings.tenants + settings.audiences + settings.parties
        guard texts.count <= Self.mostTexts, texts.allSatisfy({ (1...Self.longestText).contains($0.utf8.count) }) else {
            throw fault(
                "The issuer \(issuer) has an empty text, one of more than \(Self.longestText) bytes, or more than "
                    + "\(Self.mostTexts) texts. "
                    + "Remove what tokens do not name."
            )
        }
        // A tenant's id is longer than its place.
        guard settings.issuer.utf8.count <= Self.longestName - (settings.tenants.isEmpty ? 0 : 26) else {
            throw fault(
                "The issuer \(issuer) has more than \(Self.longestName) bytes, and could name no user. Name another one."
            )
        }
        guard !settings.audiences.isEmpty || !settings.parties.isEmpty || settings.isDedicated else {
            throw SignedTokensError(
                .unbound,
                "Without a binding, the tokens of \(issuer) for all of its apps would be accepted. Add the audience of "
                    + "this server (--audience), "
                    + "the app's client id (--party), or --dedicated if the issuer serves this app only."
            )
        }
        guard (0...300).contains(settings.leeway), (60...2_678_400).contains(settings.maximumLifetime) else {
            throw fault(
                "A leeway has 0 to 300 seconds, and a maximum lifetime 60 seconds to 31 days. Change it for \(issuer)."
            )
        }
        guard settings.algorithms?.isEmpty != true,
            settings.algorithms?.contains(.hs256) != true || settings.keySource == .secret
        else {
            throw fault(
                "The algorithms of \(issuer) have to be some, and HS256 needs a shared secret. Change them, or "
                    + "leave them out."
            )
        }
        guard (1...4).contains(settings.user.count) else {
            throw fault("A user has 1 to 4 claims. Name sub for \(issuer).")
        }
        for path in settings.user where path.names.last.map(Self.changeableClaims.hasExactly) == true {
            throw fault(
                "The claim \(path) cannot identify users, because it can be changed, or pass to another person. "
                    + "Use sub for \(issuer)."
            )
        }
        try Self.checkTenants(settings)
        self.settings = settings
    }

    private static func checkTenants(_ settings: Settings) throws(SignedTokensError) {
        let hasPlace = settings.issuer.contains(tenantPlace)
        guard hasPlace != settings.tenants.isEmpty, settings.otherIssuers.allSatisfy({ !$0.contains(tenantPlace) })
        else {
            throw SignedTokensError(
                .setting,
                "Tenants and the place \(tenantPlace) in the issuer belong together. Add the tenants (--tenant), "
                    + "or name one issuer."
            )
        }
        for tenant in settings.tenants where !isTenant(tenant) && !tenant.isExactly(allTenants) {
            throw SignedTokensError(
                .setting,
                "The tenant \"\(tenant.excerpt())\" is not a tenant's id, such as "
                    + "8eaef023-2b34-4da1-9baa-8bc8c9d6a490. Add its id, or * for all."
            )
        }
        for word in ["common", "organizations", "consumers"]
        where settings.issuer.hasPrefix("https://login.microsoftonline.com/\(word)/") {
            throw SignedTokensError(
                .setting,
                "No token has the issuer \"\(word)\". Add the id of the tenant (--tenant), several of them, or * "
                    + "for all."
            )
        }
    }

    /// Whether a text is the id of a tenant: a UUID in small letters.
    static func isTenant(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 36
            && bytes.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index)
                    ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            }
    }
}
