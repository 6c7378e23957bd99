import StreamingJSON
import Testing

@testable import SignedTokens

/// The words for tokens that real apps send by mistake.
@Suite struct TokenMistakeTests {
    private let maker = TokenMaker()
    private let tenant = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"

    private func refusal(
        _ claims: JSONObject,
        header: JSONObject = ["alg": "ES256", "kid": "es"],
        rules: ClaimRules? = nil
    ) throws -> TokenRefusal {
        let verdict = try maker.verdict(TokenMaker.claims(claims), header: header, rules: rules.map { [$0] })
        let refusal = try #require(verdict.refusal)
        // The last line is the step that refuses.
        #expect(verdict.lines.count == refusal.step.rawValue)
        #expect(verdict.lines.last == "\(refusal.step.rawValue) \(refusal.step): \(refusal.operatorText)")
        #expect(verdict.lines.dropLast().allSatisfy { $0.hasSuffix(": ok") })
        return refusal
    }

    @Test func theAudienceAccount() throws {
        let rules = try ClaimRules(
            IssuerPreset.named("keycloak").settings(tenants: ["kc.example/app"], audiences: ["https://torii.example"])
        )
        let claims: JSONObject = [
            "iss": "https://kc.example/realms/app", "aud": "account", "azp": "app", "typ": "Bearer",
        ]
        let text = try refusal(claims, rules: rules).operatorText
        #expect(text.contains("Keycloak") && text.contains("audience mapper") && text.contains("--party"))
        #expect(text.contains("https://torii.example"))
    }

    @Test func aTokenForGraph() throws {
        let rules = try ClaimRules(IssuerPreset.named("entra").settings(tenants: [tenant], audiences: ["api"]))
        for issuer in ["https://sts.windows.net/\(tenant)/", "https://login.microsoftonline.com/\(tenant)/v2.0"] {
            for audience in ["00000003-0000-0000-c000-000000000000", "https://graph.microsoft.com"] {
                let text = try refusal(["iss": .string(issuer), "aud": .string(audience)], rules: rules).operatorText
                #expect(text.contains("Microsoft Graph") && text.contains("Expose an API"))
            }
        }
    }

    @Test func anIDTokenAsAccessToken() throws {
        // Its audience is the app, so that it is refused before its signature is checked.
        for audience in ["client-id", TokenMaker.audience] {
            let refusal = try refusal(["aud": .string(audience), "nonce": "n"])
            #expect(refusal.operatorText.contains("ID token") && refusal.operatorText.contains("Send the access token"))
            let isGenuine = audience == TokenMaker.audience
            #expect(refusal.callerText.contains("ID token") == isGenuine)
        }
    }

    @Test func anExpiredToken() throws {
        let refusal = try refusal(["exp": 1_799_999_000])
        #expect(refusal.operatorText.contains("1000 s ago") && refusal.operatorText.contains("30 s"))
        #expect(refusal.operatorText.contains("clock") && refusal.callerText.contains("expired"))
    }

    @Test func anotherTenant() throws {
        let rules = try ClaimRules(IssuerPreset.named("entra").settings(tenants: [tenant], audiences: ["api"]))
        let other = "11111111-2222-3333-4444-555555555555"
        let issuer = "https://login.microsoftonline.com/\(other)/v2.0"
        let text = try refusal(["iss": .string(issuer), "aud": "api"], rules: rules).operatorText
        #expect(text.contains("another tenant") && text.contains(other) && text.contains("--tenant"))
        // Another host, or only another slash, is another issuer.
        #expect(try refusal(["iss": .string(TokenMaker.issuer + "/")]).operatorText.contains("slash"))
        #expect(try refusal(["iss": "https://other.example/a"]).reason == .issuerUnknown)
        let slash = try refusal(["iss": .string("https://login.microsoftonline.com/\(tenant)/v2.0/")], rules: rules)
        #expect(slash.reason == .issuerUnknown)
    }

    @Test func anUnknownKey() throws {
        let refusal = try refusal([:], header: ["alg": "ES256", "kid": "new"])
        #expect(refusal.mayLackKey)
        let text = refusal.operatorText
        #expect(text.contains("no key new") && text.contains("es") && text.contains("torii issuers check"))
        let unfit = try self.refusal([:], header: ["alg": "RS256", "kid": "es"])
        #expect(!unfit.mayLackKey && unfit.operatorText.contains("ES256"))
    }

    /// A token that names no key is checked against the only one, which may be a former one.
    @Test(arguments: [(["alg": "ES256"], true), (["alg": "ES256", "kid": "es"], false)] as [(JSONObject, Bool)])
    func aFormerKey(header: JSONObject, mayLackKey: Bool) throws {
        let (token, rules) = (try maker.token(TokenMaker.claims(), header: header), try TokenMaker.rules())
        let former = try TokenMaker().keys()
        let verdict = ClaimRules.verdict(on: token, rules: [rules], at: TokenMaker.now) { _ in former }
        #expect(verdict.refusal?.reason == .signature && verdict.refusal?.mayLackKey == mayLackKey)
    }

    @Test func wordsOfTheTokenAreOneShortLine() throws {
        let hostile = "a\u{1B}[31m\n\u{202E}" + String(repeating: "x", count: 3000)
        for claims: JSONObject in [
            ["iss": .string(hostile)], ["aud": .string(hostile)], ["aud": "a", "nonce": .string(hostile)],
        ] {
            let text = try refusal(claims).operatorText
            #expect(text.utf8.count < 1000)
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
    }

    @Test func whatIsMissingIsNamedNothing() throws {
        #expect(try refusal(["aud": []]).operatorText.contains("the audience nothing"))
        let rules = try TokenMaker.rules()
        let token = try maker.token(TokenMaker.claims())
        let verdict = ClaimRules.verdict(on: token, rules: [rules], at: TokenMaker.now) { _ in KeySet([]) }
        #expect(verdict.refusal?.operatorText.contains("it has nothing") == true)
    }

    /// The signature of the algorithm none is an empty part, so that there are three.
    @Test(
        arguments: [
            ("eyJ.a.", "empty, as the signature is with the algorithm none"), ("torii_abc", "is a token of Torii"),
            ("opaque", "it has 1 part instead of 3"), ("a.b.c.d.e", "it has 5 parts"),
        ]
    )
    func whatIsNoSignedTokenIsNamed(text: String, words: String) throws {
        let rules = try TokenMaker.rules()
        let verdict = ClaimRules.verdict(on: text, rules: [rules], at: TokenMaker.now) { _ in KeySet([]) }
        #expect(verdict.refusal?.operatorText.contains(words) == true, "\(verdict.lines)")
    }

    /// The app's backend has neither a key set nor an audience to choose.
    @Test func aBackendHasRemediesOfItsOwn() throws {
        let rules = try TokenMaker.rules { $0.keySource = .publicKeys }
        for (claims, header, word) in [
            (["aud": "other"], "es", "TORII_PUBLIC_URL"), ([:], "new", "public_keys"),
            (["sub": 7], "es", "Let the backend write"),
        ] as [(JSONObject, JSONValue, String)] {
            let text = try refusal(claims, header: ["alg": "ES256", "kid": header], rules: rules).operatorText
            #expect(text.contains(word) && !text.contains("--") && !text.contains("torii issuers check"), "\(text)")
        }
    }

    /// The rows are of the program, and not of the operator.
    @Test func issuersAreNotCalledRows() throws {
        for reason in TokenRefusal.Reason.allCases {
            let words = TokenRefusal(reason, at: .user).operatorText.split { !$0.isLetter }
            #expect(!words.contains { $0 == "row" || $0 == "rows" }, "\(words)")
        }
        let token = try maker.token(TokenMaker.claims())
        let verdict = ClaimRules.verdict(on: token, rules: [], at: TokenMaker.now) { _ in KeySet([]) }
        #expect(verdict.refusal?.operatorText.contains("There is no issuer yet") == true)
        let backend = try TokenMaker.rules { $0.keySource = .secret }
        let error = #expect(throws: SignedTokensError.self) { try backend.checkApart(from: backend) }
        #expect(error?.description.contains("public_keys") == true)
    }

    @Test func everyReasonHasARemedy() {
        for reason in TokenRefusal.Reason.allCases {
            let text = TokenRefusal(reason, at: .user).operatorText
            // The fault and the remedy are sentences of their own.
            #expect(text.hasSuffix(".") && text.contains(". ") || text.contains(": ") || text.contains("; "))
            let callerText = TokenRefusal(reason, at: .shape).callerText
            #expect(callerText == "the server does not know this token")
        }
        #expect(TokenVerdict.refused(TokenRefusal(.signature, at: .signature)).lines.count == 6)
    }
}
