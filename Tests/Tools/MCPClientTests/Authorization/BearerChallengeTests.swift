import Testing

@testable import AgentTools
@testable import MCPClient

@Suite struct BearerChallengeTests {
    private struct Expected: Sendable, Equatable {
        var metadata: String?
        var scopes: [String]?
        var error: String?
    }

    private static let cases: [([String], Expected)] = [
        (["Bearer"], Expected()),
        (
            [#"Bearer resource_metadata="https://h/.well-known/oauth-protected-resource/mcp", scope="a b""#],
            Expected(metadata: "https://h/.well-known/oauth-protected-resource/mcp", scopes: ["a", "b"])
        ),
        (
            [#"bearer error="insufficient_scope",scope=write, error_description="say \"please\", now""#],
            Expected(scopes: ["write"], error: "insufficient_scope")
        ),
        // Another scheme's parameters do not count, in either order, and neither does its token.
        ([#"Basic realm="x", scope="no""#, #"Bearer scope="yes""#], Expected(scopes: ["yes"])),
        ([#"Negotiate abc==, Bearer scope = "yes" , Digest scope="no""#], Expected(scopes: ["yes"])),
        // The first value counts.
        (
            [#"Bearer scope="a", scope="b""#, #"Bearer error="invalid_token""#],
            Expected(scopes: ["a"], error: "invalid_token")
        ),
        // Malformed parts are skipped.
        ([#"Bearer scope="open"#], Expected()),
        ([#"Bearer realm=, scope="a", ,,"#], Expected(scopes: ["a"])),
        ([#"Bearer realm="a, scope=b", error=c"#], Expected(error: "c")),
        ([#"Bearer scope="""#], Expected()),
        ([#"Bearer SCOPE=a"#], Expected(scopes: ["a"])),
    ]

    @Test(arguments: cases.indices)
    func readsChallenges(index: Int) throws {
        let (fields, expected) = Self.cases[index]
        let challenge = try #require(BearerChallenge(fields: fields))
        let found = Expected(
            metadata: challenge.resourceMetadata,
            scopes: challenge.scopes?.names,
            error: challenge.error
        )
        #expect(found == expected)
    }

    @Test(arguments: [[], [""], ["Basic realm=x"], ["Basic Bearer=x"], [",,,"], ["\"Bearer\" scope=a"]])
    func otherSchemesAreNoChallenge(fields: [String]) { #expect(BearerChallenge(fields: fields) == nil) }

    @Test func everyPrefixIsReadWithoutHarm() {
        let field = #"Basic a="b\"c", Bearer scope="x y", error="e", resource_metadata="https://h/m", Digest q=1"#
        for end in field.indices { _ = BearerChallenge(fields: [String(field[..<end])]) }
    }

    @Test func floodsAreBounded() {
        let long = "Bearer " + String(repeating: "a=\"\\\\\", ", count: 100_000) + "scope=late"
        #expect(BearerChallenge(fields: Array(repeating: long, count: 1000))?.scopes == nil)
    }
}
