import Crypto
import SignedTokens
import SigningIssuers
import Storage
import StreamingJSON
import Testing
import Transport

@testable import Accounts

@Suite struct IssuerSettingsTests {
    private func settings(
        _ members: JSONObject,
        kind: IssuerKind = .openID,
        publicURL: String? = "https://torii.example/"
    ) throws -> IssuerSettings {
        try IssuerSettings(members, id: "i", client: "c", kind: kind, publicURL: publicURL)
    }

    private func fault(
        _ members: JSONObject,
        kind: IssuerKind = .openID,
        publicURL: String? = "https://torii.example"
    ) -> String {
        do {
            _ = try settings(members, kind: kind, publicURL: publicURL)
            return "none"
        } catch let error as AccountsError {
            return error.code == .invalidClient ? error.message : "another code"
        } catch {
            return "another error"
        }
    }

    @Test func aPresetIsCompletedByItsTenantAndBinding() throws {
        let read = try settings(["preset": "auth0", "tenants": "a.example", "audiences": ["https://api"]])
        #expect(read.rules.settings.issuer == "https://a.example/")
        #expect(read.rules.settings.audiences == ["https://api"] && !read.isForMCP && read.publicKeys == nil)
        guard case .discovery("https://a.example/")? = read.place else {
            Issue.record("the keys are not found by discovery")
            return
        }
    }

    /// Every preset of an OpenID provider refuses a row that would accept the tokens of all its apps.
    @Test(arguments: IssuerPreset.all.map(\.name))
    func aPresetWithoutATenantOrBindingIsRefused(name: String) {
        #expect(fault(["preset": .string(name)]) != "none")
    }

    @Test func aRowWithoutABindingIsRefused() {
        #expect(fault(["issuer": "https://a.example"]).contains("--audience"))
        #expect(fault(["issuer": "https://a.example", "dedicated": true]) == "none")
    }

    /// Apps that can only exchange such a token once are another way in.
    @Test func anIDTokenAsBearerIsAChoice() {
        let row: JSONObject = ["preset": "google", "audiences": ["app"]]
        #expect(fault(row).contains("\"use\": \"bearer\""))
        var chosen = row
        chosen["use"] = "bearer"
        #expect(fault(chosen) == "none")
        chosen["use"] = "exchange"
        #expect(fault(chosen) != "none")
    }

    @Test func theResourceOfMCPIsAnAudience() throws {
        let url = "https://torii.example/mcp"
        #expect(try settings(["issuer": "https://a", "mcp": true]).rules.settings.audiences == [url])
        let both: JSONObject = ["issuer": "https://a", "audiences": ["x"], "mcp": true]
        #expect(try settings(both).rules.settings.audiences == ["x", url])
        let preset: JSONObject = ["preset": "auth0", "tenants": "a.example", "mcp": true]
        #expect(try settings(preset).rules.settings.audiences == [url])
        // A party binds already, and its tokens may have no audience.
        let party: JSONObject = ["issuer": "https://a", "parties": ["app"], "mcp": true]
        #expect(try settings(party).rules.settings.audiences.isEmpty)
        #expect(fault(both, publicURL: nil).contains("TORII_PUBLIC_URL"))
    }

    @Test func aSecretIsBoundToTheServerAndTheClient() throws {
        let rules = try settings([:], kind: .secret).rules.settings
        #expect(rules.issuer == "c" && rules.audiences == ["https://torii.example"] && rules.maximumLifetime == 3600)
        #expect(rules.keySource == .secret && rules.plan?.description == "plan")
        #expect(fault([:], kind: .secret, publicURL: nil).contains("TORII_PUBLIC_URL"))
    }

    @Test func aBackendsKeyHasTheIDOfTheRow() throws {
        let (one, other) = (SigningIssuer(), SigningIssuer(keyID: "new"))
        let pem = one.key.publicKey.pemRepresentation
        let read = try settings(["public_keys": [.string(pem)]], kind: .key)
        #expect(read.publicKeys?.keys.map(\.keyID) == ["i"])
        let both: JSONObject = [
            "public_keys": [
                .string(pem), ["kid": "new", "key": .string(other.key.publicKey.pemRepresentation)],
            ]
        ]
        #expect(try settings(both, kind: .key).publicKeys?.keys.map(\.keyID) == ["i", "new"])
        let shown: JSONObject = ["public_keys": [.string(one.key.pemRepresentation)]]
        #expect(fault(shown, kind: .key).contains("has been shown"))
        #expect(fault([:], kind: .key).contains("public_keys"))
    }

    @Test(
        arguments: [
            (["preset": "auth0", "issuer": "https://a"], "preset"), (["preset": "none"], "auth0"),
            (["issuer": 1], "issuer"),
            (["issuer": "https://a", "parties": [1]], "parties"), (["colour": "red"], "colour"), ([:], "preset"),
            (["issuer": "https://a", "dedicated": "yes"], "dedicated"), (["public_keys": []], "public_keys"),
            (["issuer": "https://a", "dedicated": true, "leeway": 301], "300"),
            (["issuer": "https://a", "dedicated": true, "leeway": 0.5], "leeway"),
            (["issuer": "https://a", "dedicated": true, "algorithms": ["none"]], "ES256"),
            (["issuer": "https://a", "dedicated": true, "algorithms": ["HS256"]], "secret"),
            (["issuer": "https://a", "dedicated": true, "claims": ["user": "email"]], "sub"),
            (["issuer": "https://a", "dedicated": true, "claims": ["colour": "red"]], "settings.claims"),
            (["issuer": "https://a", "dedicated": true, "require": ["group": []]], "group"),
            (["issuer": "https://a", "dedicated": true, "token": "refresh"], "token"),
        ] as [(JSONObject, String)]
    )
    func aFaultNamesItsMember(members: JSONObject, word: String) {
        #expect(fault(members).contains(word), "\(fault(members))")
    }

    @Test func claimsAndRequirementsAreRead() throws {
        let members: JSONObject = [
            "issuer": "https://a", "dedicated": true, "token": "id", "algorithms": "RS256", "leeway": 5, "typed": true,
            "claims": ["user": ["tid", "oid"], "plan": "https://app/plan", "scopes": "scope", "anonymous": "guest"],
            "require": ["realm_access.roles": ["chat"], "verified": true], "keys": "https://a/keys",
        ]
        let rules = try settings(members).rules.settings
        #expect(rules.user.map(\.description) == ["tid", "oid"] && rules.plan?.description == "https://app/plan")
        #expect(rules.kind == .id && rules.algorithms == [.rs256] && rules.leeway == 5 && rules.requiresAccessTokenType)
        #expect(
            rules.requirements.map(\.values) == [["chat"], [true]] && rules.keySource == .address("https://a/keys")
        )
    }
}

@Suite struct IssuerHostsTests {
    @Test(
        arguments: [
            ("https://a.example", false), ("https://169.254.169.254/", false), ("http://a.example", nil),
            ("ftp://a", nil),
            ("a.example", nil), ("", nil),
        ] as [(String, Bool?)]
    )
    func publicHostsNeedTLS(address: String, isNamed: Bool?) {
        #expect((try? IssuerHosts.publicHosts.isNamed(address)) == isNamed)
    }

    @Test(
        arguments: [
            ("http://127.0.0.1:8080/a", true), ("https://id.corp.example/", true), ("https://a.example", nil),
            ("https://corp.example", nil), ("https://127.0.0.1.example", nil), ("http://127.0.0.1:8081/a", nil),
            ("http://127.0.0.1", nil), ("https://id.corp.example:8443/", nil), ("http://id.corp.example/", nil),
            ("https://id.corp.example:443/", true), ("http://dev.example:81/", true), ("https://dev.example/", true),
        ] as [(String, Bool?)]
    )
    func namedHostsAreTheOnlyOnes(address: String, isNamed: Bool?) throws {
        let hosts = try #require(IssuerHosts("127.0.0.1:08080, *.corp.example, dev.example:*"))
        #expect((try? hosts.isNamed(address)) == isNamed)
    }

    @Test func aStarKeepsThePublicHosts() throws {
        let hosts = try #require(IssuerHosts("*,10.0.0.1:80"))
        #expect((try? hosts.isNamed("https://a.example")) == false && (try? hosts.isNamed("http://10.0.0.1")) == true)
        #expect((try? hosts.isNamed("http://a.example")) == nil)
        for text in [
            "", "a/b", "a,,b", "https://a", "a:", "a:0", "a:65536", "a:x", "a:+1", ":80", "a:1:2", "*:80", "[::1]",
        ] {
            #expect(IssuerHosts(text) == nil, "\(text)")
        }
    }

    /// Addresses that are not named are also checked when their host is resolved.
    @Test(arguments: [
        "https://169.254.169.254/keys", "https://127.0.0.1/keys", "https://[::1]/keys", "https://10.0.0.1/",
    ])
    func aPrivateAddressIsNotReached(address: String) async throws {
        let client = HTTPClient()
        let requests = IssuerRequests(client: client, hosts: .publicHosts)
        await #expect(throws: IssuerFault.self) { try await requests.document(at: address, tag: nil) }
        await client.shutdown()
        #expect(client.metrics.values.allSatisfy { $0.connectionsNew == 0 })
    }
}
