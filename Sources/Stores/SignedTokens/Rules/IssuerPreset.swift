import StreamingJSON

/// A known identity provider: most of a row, without the tenant and the binding.
public struct IssuerPreset: Sendable {
    /// The binding that a preset needs.
    enum Binding: Sendable {
        /// The audience, with its place at the provider.
        case audience(String)
        /// The party.
        case party(String)
        /// One of them at least.
        case audienceOrParty(String)
        /// The tenant is the audience.
        case tenant
        /// The issuer is of this app alone, with the audience that all its tokens have.
        case dedicated(audience: String?)
    }

    /// The name, for `--preset`.
    public let name: String
    /// The issuer; `{0}` and `{1}` are parts of the tenant.
    let issuer: String
    var otherIssuers: [String] = []
    /// An example of a tenant; `nil` for an issuer without tenants.
    ///
    /// A slash separates two parts.
    let tenant: String?
    var keySource = ClaimRules.KeySource.discovery
    let binding: Binding
    var kind = ClaimRules.Kind.access
    var use = ClaimRules.Use.bearer
    var user = ["sub"]
    var anonymous: (claim: String, value: JSONValue)?
    /// The form of the issuer for several tenants, or all of them.
    var issuerOfTenants: String?

    /// All presets.
    public static let all: [IssuerPreset] = [
        IssuerPreset(
            name: "auth0",
            issuer: "https://{0}/",
            tenant: "example.eu.auth0.com",
            binding: .audience("the identifier of the API; without one, Auth0's access tokens are opaque")
        ),
        // A token lives for 60 seconds. Those of native apps have no azp.
        IssuerPreset(
            name: "clerk",
            issuer: "https://{0}",
            tenant: "clerk.example.com",
            binding: .dedicated(audience: nil)
        ),
        // Access tokens have no aud.
        IssuerPreset(
            name: "cognito",
            issuer: "https://cognito-idp.{0}.amazonaws.com/{1}",
            tenant: "eu-west-1/eu-west-1_Ab12Cd34E",
            binding: .party("the id of the app client in the user pool")
        ),
        // oid is the person in all apps of a tenant, sub in this one.
        IssuerPreset(
            name: "entra",
            issuer: "https://login.microsoftonline.com/{0}/v2.0",
            tenant: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490",
            binding: .audience("the application id of the exposed API; tokens for Microsoft Graph cannot be checked"),
            user: ["tid", "oid"],
            issuerOfTenants: "https://login.microsoftonline.com/{tenantid}/v2.0"
        ),
        IssuerPreset(
            name: "firebase",
            issuer: "https://securetoken.google.com/{0}",
            tenant: "project-id",
            keySource: .address(
                "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
            ),
            binding: .tenant,
            kind: .id,
            anonymous: ("firebase.sign_in_provider", "anonymous")
        ),
        IssuerPreset(
            name: "google",
            issuer: "https://accounts.google.com",
            otherIssuers: ["accounts.google.com"],
            tenant: nil,
            binding: .audience("the OAuth client ids of the app"),
            kind: .id,
            use: .exchange
        ),
        IssuerPreset(
            name: "apple",
            issuer: "https://appleid.apple.com",
            tenant: nil,
            keySource: .address("https://appleid.apple.com/auth/keys"),
            binding: .audience("the bundle ids of the app"),
            kind: .id,
            use: .exchange
        ),
        IssuerPreset(
            name: "keycloak",
            issuer: "https://{0}/realms/{1}",
            tenant: "keycloak.example/realm",
            binding: .audienceOrParty(
                "an audience that a mapper adds (the default is account), or the client's id as party"
            )
        ),
        IssuerPreset(
            name: "okta",
            issuer: "https://{0}/oauth2/{1}",
            tenant: "example.okta.com/default",
            binding: .audienceOrParty("the audience of the authorization server, and the app's client id as party")
        ),
        IssuerPreset(
            name: "supabase",
            issuer: "https://{0}.supabase.co/auth/v1",
            tenant: "abcdefghijklmnop",
            binding: .dedicated(audience: "authenticated"),
            anonymous: ("is_anonymous", true)
        ),
    ]

    /// Returns the preset of a name.
    public static func named(_ name: String) throws(SignedTokensError) -> IssuerPreset {
        guard let preset = all.first(where: { $0.name.isExactly(name) }) else {
            let names = all.map(\.name).joined(separator: ", ")
            throw SignedTokensError(
                .setting,
                "There is no preset \"\(name.excerpt())\". Use one of \(names), or name the issuer."
            )
        }
        return preset
    }
}
