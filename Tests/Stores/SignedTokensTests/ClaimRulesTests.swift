import FoundationEssentials
import StreamingJSON
import Testing

@testable import SignedTokens

@Suite struct ClaimRulesTests {
    private let maker = TokenMaker()

    private func message(_ change: (inout ClaimRules.Settings) -> Void) -> String? {
        do {
            _ = try TokenMaker.rules(change)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func aRowWithoutABindingCannotBeMade() throws {
        let text = try #require(message { $0.audiences = [] })
        #expect(text.contains("--audience") && text.contains("--party") && text.contains("--dedicated"))
        #expect(message { ($0.audiences, $0.parties) = ([], ["app"]) } == nil)
        #expect(message { ($0.audiences, $0.isDedicated) = ([], true) } == nil)
    }

    @Test func claimsThatChangeCannotIdentifyUsers() throws {
        for name in ["email", "preferred_username", "upn", "unique_name", "name", "nickname", "phone_number"] {
            let path = try ClaimPath(name)
            #expect(message { $0.user = [path] }?.contains("cannot identify users") == true)
        }
        let nested = try ClaimPath("profile.email")
        #expect(message { $0.user = [.subject, nested] } != nil)
        #expect(message { $0.user = [] } != nil)
    }

    @Test func settingsHaveRanges() throws {
        #expect(message { $0.leeway = 301 } != nil)
        #expect(message { $0.leeway = -1 } != nil)
        #expect(message { $0.maximumLifetime = 59 } != nil)
        #expect(message { $0.maximumLifetime = .max } != nil)
        #expect(message { $0.algorithms = [] } != nil)
        #expect(message { $0.algorithms = [.hs256] } != nil)
        #expect(message { $0.audiences = [""] } != nil)
        #expect(message { $0.audiences = (0..<65).map { "a\($0)" } } != nil)
        #expect(message { $0.issuer = String(repeating: "i", count: 257) } != nil)
        #expect(message { $0.issuer = String(repeating: "i", count: 256) } == nil)
        #expect(message { $0.tenants = ["*"] } != nil)
        #expect(message { $0.issuer = "https://login.microsoftonline.com/common/v2.0" }?.contains("--tenant") == true)
        for text in ["", "a..b", ".a", "a.b.c.d.e.f.g.h.i", String(repeating: "a", count: 257)] {
            #expect(throws: SignedTokensError.self) { try ClaimPath(text) }
        }
        #expect(try ClaimPath("https://app.example/plan").names == ["https://app.example/plan"])
        #expect(try ClaimPath("realm_access.roles").names == ["realm_access", "roles"])
    }

    @Test func rowsOfOneIssuerAreApart() throws {
        func areApart(
            _ left: (inout ClaimRules.Settings) -> Void,
            _ right: (inout ClaimRules.Settings) -> Void
        ) throws -> Bool {
            let rows = try [TokenMaker.rules(left), TokenMaker.rules(right)]
            do {
                try rows[0].checkApart(from: rows[1])
                return true
            } catch {
                #expect(error.code == .overlapping)
                return false
            }
        }
        #expect(try areApart({ $0.audiences = ["a"] }, { $0.audiences = ["b"] }))
        #expect(try !areApart({ $0.audiences = ["a", "b"] }, { $0.audiences = ["b"] }))
        #expect(
            try areApart(
                { ($0.audiences, $0.parties) = (["a"], ["p"]) },
                { ($0.audiences, $0.parties) = (["a"], ["q"]) }
            )
        )
        #expect(try !areApart({ $0.audiences = ["a"] }, { ($0.audiences, $0.parties) = ([], ["p"]) }))
        #expect(try !areApart({ $0.audiences = ["a"] }, { ($0.audiences, $0.isDedicated) = (["b"], true) }))
        #expect(
            try areApart({ $0.isDedicated = true }, { ($0.issuer, $0.isDedicated) = ("https://other.example", true) })
        )
        #expect(try !areApart({ $0.issuer = "x" }, { ($0.issuer, $0.otherIssuers) = ("y", ["x"]) }))
        let template = "https://login.microsoftonline.com/{tenantid}/v2.0"
        let tenant = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"
        #expect(
            try !areApart(
                { ($0.issuer, $0.tenants) = (template, ["*"]) },
                { $0.issuer = "https://login.microsoftonline.com/\(tenant)/v2.0" }
            )
        )
    }

    @Test func aTokenWithSeveralAudiencesFitsOneRow() throws {
        let rows = try [TokenMaker.rules { $0.audiences = ["a"] }, TokenMaker.rules { $0.audiences = ["b"] }]
        #expect(try maker.verdict(TokenMaker.claims(["aud": ["b", "c"]]), rules: rows).token != nil)
        #expect(try maker.verdict(TokenMaker.claims(["aud": ["b", "a"]]), rules: rows).refusal?.reason == .severalRows)
    }

    @Test func thePartyIsTheFirstThatIsPresent() throws {
        let rules = [try TokenMaker.rules { ($0.audiences, $0.parties) = ([], ["app"]) }]
        func reason(_ claims: JSONObject) throws -> TokenRefusal.Reason? {
            try maker.verdict(TokenMaker.claims(claims), rules: rules).refusal?.reason
        }
        #expect(try reason(["azp": "app"]) == nil)
        #expect(try reason(["client_id": "app"]) == nil)
        #expect(try reason(["cid": "app"]) == nil)
        #expect(try reason([:]) == .otherParty)
        #expect(try reason(["azp": "other", "client_id": "app"]) == .otherParty)
        #expect(try reason(["azp": 7, "client_id": "app"]) == .otherParty)
        #expect(try reason(["azp": ["app"]]) == .otherParty)
        #expect(try reason(["azp": "app", "aud": [7]]) == .audienceUnreadable)
    }

    /// A shell may look up the row and the keys by itself.
    @Test func aRowChecksThatTheTokenIsForIt() throws {
        let (token, keys) = (try CompactToken(maker.token(TokenMaker.claims())), try maker.keys())
        func reason(_ change: (inout ClaimRules.Settings) -> Void) throws -> TokenRefusal.Reason? {
            try TokenMaker.rules(change).verdict(on: token, keys: keys, at: TokenMaker.now).refusal?.reason
        }
        #expect(try reason { _ in } == nil)
        #expect(try reason { $0.issuer = "https://other.example" } == .issuerUnknown)
        #expect(try reason { $0.audiences = ["other"] } == .otherAudience)
        // The keys were read without the algorithms of the row.
        #expect(try reason { $0.algorithms = [.rs256] } == .keyUnfit)
        #expect(try reason { $0.algorithms = [.es256] } == nil)
    }

    @Test func aDedicatedIssuerNeedsNoParty() throws {
        let rules = [try TokenMaker.rules { ($0.audiences, $0.parties, $0.isDedicated) = ([], ["app"], true) }]
        func isAccepted(_ claims: JSONObject) throws -> Bool {
            try maker.verdict(TokenMaker.claims(claims), rules: rules).token != nil
        }
        #expect(try isAccepted([:]))
        #expect(try isAccepted(["azp": "app"]))
        #expect(try !isAccepted(["azp": "other"]))
        #expect(try !isAccepted(["azp": 7]))
    }

    @Test func accessTokensAndIDTokensAreApart() throws {
        let ids = [try TokenMaker.rules { $0.kind = .id }]
        func reason(
            _ claims: JSONObject,
            _ rules: [ClaimRules]? = nil,
            type: JSONValue? = nil,
            nonce: String? = nil
        )
            throws -> TokenRefusal.Reason?
        {
            var header: JSONObject = ["alg": "ES256", "kid": "es"]
            header["typ"] = type
            let claims = TokenMaker.claims(claims)
            return try maker.verdict(claims, header: header, rules: rules, nonce: nonce).refusal?.reason
        }
        #expect(try reason(["token_use": "access", "typ": "Bearer"]) == nil)
        for claim in ["nonce", "at_hash", "c_hash"] { #expect(try reason([claim: "x"]) == .idToken) }
        #expect(try reason(["typ": "ID"]) == .idToken)
        #expect(try reason(["events": [:]]) == .otherToken)
        for type in ["Refresh", "Offline", "Logout"] { #expect(try reason(["typ": .string(type)]) == .otherToken) }
        let typed = [try TokenMaker.rules { $0.requiresAccessTokenType = true }]
        #expect(try reason([:], typed) == .untyped)
        #expect(try reason([:], typed, type: "application/AT+JWT") == nil)

        #expect(try reason(["nonce": "n", "at_hash": "x", "typ": "ID", "token_use": "id"], ids, nonce: "n") == nil)
        #expect(try reason([:], ids, nonce: "n") == .nonce)
        #expect(try reason(["nonce": "m"], ids, nonce: "n") == .nonce)
        #expect(try reason(["token_use": "access"], ids) == .accessToken)
        #expect(try reason(["typ": "Bearer"], ids) == .accessToken)
        #expect(try reason([:], ids, type: "at+jwt") == .accessToken)
        let both: JSONValue = [.string(TokenMaker.audience), "other"]
        #expect(try reason(["aud": both], ids) == .otherParty)
        #expect(try reason(["aud": both, "azp": "other"], ids) == .otherParty)
        #expect(try reason(["aud": both, "azp": .string(TokenMaker.audience)], ids) == nil)
    }

    @Test func requiredClaimsHaveAnAllowedValue() throws {
        let groups = ClaimRequirement(try ClaimPath("realm_access.roles"), oneOf: ["staff", "admin"])
        let verified = ClaimRequirement(try ClaimPath("email_verified"), oneOf: [true])
        let rules = [try TokenMaker.rules { $0.requirements = [groups, verified] }]
        func isAccepted(_ roles: JSONValue, _ isVerified: JSONValue) throws -> Bool {
            let claims = TokenMaker.claims(["realm_access": ["roles": roles], "email_verified": isVerified])
            let verdict = try maker.verdict(claims, rules: rules)
            #expect(verdict.token != nil || verdict.refusal?.reason == .requirement)
            return verdict.token != nil
        }
        #expect(try isAccepted(["x", "admin"], true))
        #expect(try isAccepted("staff", true))
        #expect(try !isAccepted("staff", "true"))
        #expect(try !isAccepted(["x"], true))
        #expect(try !isAccepted([], true))
        #expect(try !isAccepted(["staff": true], true))
    }

    @Test func claimsAreReadByTheirPaths() throws {
        let paths = try ["https://app/plan", "org.id", "scope"].map { try ClaimPath($0) }
        let anonymous = ClaimRequirement(try ClaimPath("firebase.sign_in_provider"), oneOf: ["anonymous"])
        let rules = [
            try TokenMaker.rules {
                ($0.plan, $0.organization, $0.scopes) = (paths[0], paths[1], paths[2])
                $0.anonymous = anonymous
            }
        ]
        let full = TokenMaker.claims([
            "https://app/plan": "pro", "org": ["id": "acme"], "scope": "chat  tools:x", "jti": "1",
            "firebase": ["sign_in_provider": "anonymous"], "exp": 1_800_000_600.5,
        ])
        let token = try #require(try maker.verdict(full, rules: rules).token)
        #expect(token.plan == "pro" && token.hasPlan && token.organization == "acme" && token.tokenID == "1")
        #expect(token.scopes == ["chat", "tools:x"] && token.isAnonymous)
        #expect(token.notAfter.timeIntervalSince1970 == 1_800_000_630.5)
        // A claim that is missing or of another type narrows to nothing.
        let strange = TokenMaker.claims(["https://app/plan": "a\u{7}b", "org": "acme", "scope": 7])
        let other = try #require(try maker.verdict(strange, rules: rules).token)
        #expect(other.plan == nil && other.hasPlan && other.organization == nil)
        #expect(other.scopes == [] && !other.isAnonymous)
        #expect(try maker.verdict(TokenMaker.claims(["scope": "chat"])).token?.scopes == nil)
        #expect(try maker.verdict(TokenMaker.claims(), rules: rules).token?.hasPlan == false)
        let list = TokenMaker.claims(["scope": ["chat", 7, "x"]])
        #expect(try maker.verdict(list, rules: rules).token?.scopes == ["chat", "x"])
    }

    @Test func aUserOfSeveralClaimsIsOneUser() throws {
        let paths = [try ClaimPath("tid"), try ClaimPath("oid")]
        let rules = [try TokenMaker.rules { $0.user = paths }]
        func verdict(_ claims: JSONObject) throws -> TokenVerdict {
            try maker.verdict(TokenMaker.claims(claims), rules: rules)
        }
        #expect(try verdict(["tid": "t", "oid": "o"]).token?.user == "t o")
        #expect(try verdict(["tid": "t"]).refusal?.reason == .userMissing)
        #expect(try verdict(["tid": "t o", "oid": "p"]).refusal?.reason == .userUnusable)
        let long = JSONValue.string(String(repeating: "x", count: 200))
        #expect(try verdict(["tid": long, "oid": long]).refusal?.reason == .userUnusable)
        // The length is that of the bytes, as for the names that other ways bring.
        let wide = JSONValue.string(String(repeating: "\u{3042}", count: 85))
        #expect(try verdict(["tid": "t", "oid": wide]).refusal?.reason == .userUnusable)
        let fitting = JSONValue.string(String(repeating: "\u{3042}", count: 84))
        #expect(try verdict(["tid": "t", "oid": fitting]).token?.user.utf8.count == 254)
        // The JSON reader bounds runs of marks by a character that is invisible; two users could become one.
        let marks = JSONValue.string("a" + String(repeating: "\u{301}", count: 40))
        #expect(try verdict(["tid": "t", "oid": marks]).refusal?.reason == .userUnusable)
    }

    @Test func aBoundTokenNeedsItsProof() throws {
        func verdict(_ confirmation: JSONValue, _ key: String?) throws -> TokenVerdict {
            try maker.verdict(TokenMaker.claims(["cnf": confirmation]), provenKey: key)
        }
        #expect(try verdict(["jkt": "k"], "k").token?.boundKey == "k")
        #expect(try verdict(["jkt": "k"], "l").refusal?.reason == .proofRequired)
        #expect(try verdict(["jkt": "k"], nil).refusal?.reason == .proofRequired)
        for value: JSONValue in [["jkt": 7], ["jkt": "k", "x5t#S256": "x"], [:], "k", nil] {
            #expect(try verdict(value, "k").refusal?.reason == .confirmationUnknown)
        }
    }

    @Test func timesWithoutAnIssueAreBounded() throws {
        func reason(_ claims: JSONObject) throws -> TokenRefusal.Reason? {
            var all = TokenMaker.claims(claims)
            for (name, value) in claims where value.isNull { all[name] = nil }
            return try maker.verdict(all).refusal?.reason
        }
        #expect(try reason(["iat": nil]) == nil)
        #expect(try reason(["iat": nil, "exp": 1_800_086_400]) == nil)
        #expect(try reason(["iat": nil, "exp": 1_800_086_401]) == .livesTooLong)
        #expect(try reason(["exp": 1_799_999_970]) == .expired)
        #expect(try reason(["exp": 1_799_999_971]) == nil)
        #expect(try reason(["nbf": 1_800_000_030]) == nil)
        #expect(try reason(["nbf": "x"]) == .timeUnreadable)
        #expect(try reason(["iat": -1e300]) == .timeUnreadable)
        #expect(try reason(["iat": true]) == .timeUnreadable)
        #expect(try reason(["exp": .integer(.max)]) == .timeUnreadable)
        #expect(try reason(["exp": .integer(.min)]) == .timeUnreadable)
    }
}
