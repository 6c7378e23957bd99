import Testing

@testable import AgentTools
@testable import MCPClient

@Suite struct OAuthScopesTests {
    @Test(
        arguments: [
            ("a b", ["a", "b"]), (" a  a ", ["a"]), ("", nil), ("\"", nil), ("a\u{301} b", ["b"]),
            ("x:y/z*", ["x:y/z*"]),
        ] as [(String, [String]?)]
    )
    func readsNames(text: String, names: [String]?) { #expect(OAuthScopes(text: text)?.names == names) }

    @Test func namesAreBounded() {
        let many = (0..<1000).map(String.init)
        #expect(OAuthScopes(many)?.names.count == 128)
        #expect(OAuthScopes([String(repeating: "a", count: 257)]) == nil)
    }

    private static func choice(
        configured: String = "",
        requested: String = "",
        challenged: String = "",
        resource: String = "",
        issuer: String = "",
        refresh: Bool = true
    ) -> String? {
        func scopes(_ text: String) -> OAuthScopes? { OAuthScopes(text: text) }
        return ScopeChoice(
            configured: scopes(configured),
            requested: scopes(requested),
            challenged: scopes(challenged),
            supportedByResource: scopes(resource),
            supportedByIssuer: scopes(issuer),
            wantsRefresh: refresh
        ).scopes?.text
    }

    @Test func theChallengeCountsMoreThanTheMetadata() {
        #expect(Self.choice() == nil)
        #expect(Self.choice(resource: "a b") == "a b")
        #expect(Self.choice(challenged: "c", resource: "a b") == "c")
        #expect(Self.choice(configured: "o", resource: "a") == "o")
        #expect(Self.choice(configured: "o", challenged: "c", resource: "a") == "o c")
    }

    @Test func scopesOfEarlierRequestsAreKept() {
        #expect(Self.choice(requested: "a", challenged: "w", resource: "p") == "a w")
        #expect(Self.choice(requested: "a", resource: "p") == "a")
    }

    @Test func offlineAccessIsRequestedIfTheServerHasIt() {
        #expect(Self.choice(challenged: "a", issuer: "a offline_access") == "a offline_access")
        #expect(Self.choice(challenged: "a", issuer: "a offline_access", refresh: false) == "a")
        #expect(Self.choice(challenged: "a", issuer: "a") == "a")
        // Not even if the MCP server or an earlier request names it.
        #expect(Self.choice(requested: "offline_access", challenged: "a offline_access", issuer: "a") == "a")
        #expect(Self.choice(issuer: "offline_access") == "offline_access")
    }
}
