import StreamingJSON
import Testing

@testable import SignedTokens

@Suite struct IssuerPresetTests {
    private static let tenant = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"

    struct Filling: Sendable, CustomStringConvertible {
        let name: String
        var tenants: [String] = []
        var audiences: [String] = []
        var parties: [String] = []
        let issuer: String
        /// The binding as it is in the row.
        let binding: String
        /// A part of the sentence without the binding; `nil` if there is no other binding.
        var remedy: String?
        var description: String { name }
    }

    static let fillings = [
        Filling(
            name: "auth0",
            tenants: ["example.eu.auth0.com"],
            audiences: ["api"],
            issuer: "https://example.eu.auth0.com/",
            binding: "aud api",
            remedy: "--audience"
        ),
        Filling(
            name: "clerk",
            tenants: ["clerk.example.com"],
            issuer: "https://clerk.example.com",
            binding: "dedicated"
        ),
        Filling(
            name: "cognito",
            tenants: ["eu-west-1/eu-west-1_Ab"],
            parties: ["app"],
            issuer: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab",
            binding: "party app",
            remedy: "--party"
        ),
        Filling(
            name: "entra",
            tenants: [tenant],
            audiences: ["api"],
            issuer: "https://login.microsoftonline.com/\(tenant)/v2.0",
            binding: "aud api",
            remedy: "--audience"
        ),
        Filling(
            name: "firebase",
            tenants: ["project"],
            issuer: "https://securetoken.google.com/project",
            binding: "aud project"
        ),
        Filling(
            name: "google",
            audiences: ["web", "ios"],
            issuer: "https://accounts.google.com",
            binding: "aud web ios",
            remedy: "--audience"
        ),
        Filling(
            name: "apple",
            audiences: ["com.example.app"],
            issuer: "https://appleid.apple.com",
            binding: "aud com.example.app",
            remedy: "--audience"
        ),
        Filling(
            name: "keycloak",
            tenants: ["kc.example/auth/staff"],
            parties: ["app"],
            issuer: "https://kc.example/auth/realms/staff",
            binding: "party app",
            remedy: "--audience or --party"
        ),
        Filling(
            name: "okta",
            tenants: ["example.okta.com/default"],
            audiences: ["api"],
            parties: ["app"],
            issuer: "https://example.okta.com/oauth2/default",
            binding: "aud api party app",
            remedy: "--audience or --party"
        ),
        Filling(
            name: "supabase",
            tenants: ["abcd"],
            issuer: "https://abcd.supabase.co/auth/v1",
            binding: "aud authenticated dedicated"
        ),
    ]

    @Test(arguments: fillings) func aPresetFillsARow(filling: Filling) throws {
        let preset = try IssuerPreset.named(filling.name)
        let values = try preset.settings(
            tenants: filling.tenants,
            audiences: filling.audiences,
            parties: filling.parties
        )
        let settings = try ClaimRules(values).settings
        #expect(settings.issuer == filling.issuer)
        let binding =
            (settings.audiences.isEmpty ? [] : ["aud"] + settings.audiences)
            + (settings.parties.isEmpty ? [] : ["party"] + settings.parties)
            + (settings.isDedicated ? ["dedicated"] : [])
        #expect(binding.joined(separator: " ") == filling.binding)
        let isForApp = ["firebase", "google", "apple"].contains(filling.name)
        #expect((settings.kind == .id) == isForApp)
        #expect((settings.use == .exchange) == ["google", "apple"].contains(filling.name))
        #expect(settings.user.map(\.description) == (filling.name == "entra" ? ["tid", "oid"] : ["sub"]))
        #expect((settings.anonymous != nil) == ["firebase", "supabase"].contains(filling.name))
        if let remedy = filling.remedy {
            let error = #expect(throws: SignedTokensError.self) { try preset.settings(tenants: filling.tenants) }
            #expect(error?.code == .unbound && error?.description.contains(remedy) == true)
        }
        if filling.tenants.isEmpty {
            #expect(throws: SignedTokensError.self) { try preset.settings(tenants: ["x"], audiences: ["a"]) }
        } else {
            for tenants in [[], ["https://x/y"], ["../x"], ["a b"], [""], ["x/"], ["x", "y"]] {
                #expect(throws: SignedTokensError.self) {
                    try ClaimRules(preset.settings(tenants: tenants, audiences: ["a"], parties: ["p"]))
                }
            }
        }
    }

    @Test func everyPresetHasATest() throws {
        #expect(IssuerPreset.all.map(\.name) == Self.fillings.map(\.name))
        let error = #expect(throws: SignedTokensError.self) { try IssuerPreset.named("auth") }
        #expect(error?.description.contains("auth0, clerk") == true)
    }

    @Test func tenantsOfEntraAreListedOrAllOfThem() throws {
        let preset = try IssuerPreset.named("entra")
        func message(_ tenants: [String]) -> String? {
            do {
                _ = try ClaimRules(preset.settings(tenants: tenants, audiences: ["api"]))
                return nil
            } catch {
                return "\(error)"
            }
        }
        let other = "11111111-2222-3333-4444-555555555555"
        #expect(message([Self.tenant, other]) == nil)
        #expect(message(["*"]) == nil)
        #expect(message(["common"])?.contains("--tenant") == true)
        #expect(message([Self.tenant, "example.com"])?.contains("not a tenant's id") == true)

        // The key of each tenant is restricted to it.
        let maker = TokenMaker()
        let place = "https://login.microsoftonline.com/{tenantid}/v2.0"
        func verdict(_ tenants: [String], _ claims: JSONObject, keyIssuer: JSONValue?) throws -> TokenRefusal? {
            let rules = try ClaimRules(preset.settings(tenants: tenants, audiences: [TokenMaker.audience]))
            var key: JSONObject = ["kid": "es"]
            key["issuer"] = keyIssuer
            let keys = try maker.keys(key)
            let token = try maker.token(TokenMaker.claims(claims))
            return ClaimRules.verdict(on: token, rules: [rules], at: TokenMaker.now) { _ in keys }.refusal
        }
        func claims(_ tenant: String, issuer: String? = nil) -> JSONObject {
            [
                "iss": .string("https://login.microsoftonline.com/\(issuer ?? tenant)/v2.0"), "tid": .string(tenant),
                "oid": "o",
            ]
        }
        let (mine, its) = (claims(Self.tenant), claims(other))
        let two = [Self.tenant, "99999999-2222-3333-4444-555555555555"]
        #expect(try verdict(two, mine, keyIssuer: .string(place)) == nil)
        #expect(try verdict(["*"], its, keyIssuer: .string(place)) == nil)
        let refusal = try #require(try verdict(two, its, keyIssuer: .string(place)))
        #expect(refusal.step == .binding && refusal.reason == .otherTenant)
        #expect(refusal.operatorText.contains(other) && refusal.operatorText.contains("--tenant"))
        #expect(try verdict(two, mine, keyIssuer: nil)?.step == .key)
        #expect(try verdict(two, mine, keyIssuer: its["iss"])?.step == .key)
        #expect(try verdict(two, mine, keyIssuer: mine["iss"]) == nil)
        #expect(try verdict(two, claims(Self.tenant, issuer: other), keyIssuer: .string(place))?.step == .issuer)
        #expect(try verdict(two, claims("x/../y"), keyIssuer: .string(place))?.step == .issuer)
        // One tenant: its own issuer, and keys without a restriction or with its own.
        #expect(try verdict([Self.tenant], mine, keyIssuer: nil) == nil)
        #expect(try verdict([Self.tenant], mine, keyIssuer: .string(place)) == nil)
        #expect(try verdict([Self.tenant], mine, keyIssuer: its["iss"])?.step == .key)
    }

    @Test func googleHasTwoNames() throws {
        let maker = TokenMaker()
        let rules = try ClaimRules(IssuerPreset.named("google").settings(audiences: [TokenMaker.audience]))
        for issuer in ["https://accounts.google.com", "accounts.google.com"] {
            let claims = TokenMaker.claims(["iss": .string(issuer), "azp": "android"])
            #expect(try maker.verdict(claims, rules: [rules]).token?.issuer == "https://accounts.google.com")
        }
    }
}
