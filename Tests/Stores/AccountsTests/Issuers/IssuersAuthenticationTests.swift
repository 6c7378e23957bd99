import Crypto
import Foundation
import KeyVaultFixtures
import SignedTokens
import SigningIssuers
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import Accounts

/// The users and the access that tokens of issuers give, and the ends of both.
@Suite(.timeLimit(.minutes(1))) struct IssuersAuthenticationTests {
    @Test func aTokenNamesAUserOfItsClient() async throws {
        let server = try await Server()
        let token = try server.token(["jti": "t"])
        // Without an issuer nothing is different from before.
        #expect(try await server.authenticate(token) == nil && server.clients.authenticate(token) == .unknown)
        try await server.add()
        let principal = try #require(try await server.authenticate(token)?.client)
        #expect(principal.owner.client == server.client && principal.owner.user?.hasPrefix("usr_") == true)
        #expect(principal.grant?.notAfter == server.time.now + 630 && principal.scopes == [.chat, .allTools])
        #expect(principal.tokenID == nil && principal.plan?.name == "default")
        let identities = try await server.clients.identities(of: principal.owner).map(\.identity)
        #expect(identities == [UserIdentity(issuer: SigningIssuer.issuer, subject: "alice")])
        // Another token of the same person is of the same user, one of another person is not.
        #expect(try await server.authenticate(server.token(["jti": "u"]))?.client?.owner == principal.owner)
        #expect(try await server.authenticate(server.token(["sub": "bob"]))?.client?.owner != principal.owner)
    }

    /// Texts of another form cost two bytes.
    @Test(
        arguments: [
            ("torii_abc", false), ("eyJ.a", false), ("eyJ.a.b", true), ("eyJ.a.b.c", false), ("e.y.j", false),
            ("", false),
            ("ey..", true), ("ey" + String(repeating: "a", count: 8188) + "..", true),
            ("ey" + String(repeating: "a", count: 8189) + "..", false),
        ]
    )
    func theFormIsJudgedFirst(text: String, isSigned: Bool) { #expect(Clients.isSigned(text) == isSigned) }

    @Test func aTokenInMemoryNeedsNoSignature() async throws {
        let server = try await Server()
        try await server.add()
        let token = try server.token()
        for _ in 1...3 { #expect(try await server.authenticate(token)?.client != nil) }
        #expect(server.issuers.cache.withLock { $0.count } == 1)
        // Another text with the same claims is another token.
        let other = String(token.dropLast()) + (token.last == "A" ? "Q" : "A")
        #expect(try await server.authenticate(other) == .unknown)
        #expect(server.issuers.cache.withLock { $0.count } == 1)
    }

    @Test func aTokenEnds() async throws {
        let server = try await Server()
        try await server.add()
        let token = try server.token()
        let principal = try #require(try await server.authenticate(token)?.client)
        server.time.advance(by: 629)
        #expect(server.clients.current(principal) != nil)
        server.time.advance(by: 1)
        #expect(try await server.authenticate(token) == .refused(TokenRefusal.expiredText))
        #expect(server.clients.current(principal) == nil)
        // One that has expired before it was seen is remembered, too.
        let old = try server.token(["iat": 1_794_000_000, "exp": 1_794_000_600])
        for _ in 1...2 { #expect(try await server.authenticate(old) == .refused(TokenRefusal.expiredText)) }
        #expect(server.issuers.cache.withLock { $0.count } == 2)
        // A clock that is set back makes it valid again, as any other token.
        server.time.advance(by: -100)
        #expect(try await server.authenticate(token)?.client != nil)
    }

    @Test func tokensEndWithTheirRowAndTheirClient() async throws {
        let server = try await Server()
        try await server.add()
        let token = try server.token()
        let principal = try #require(try await server.authenticate(token)?.client)
        var bound = Server.settings
        bound["require"] = ["group": "x"]
        let changed = try await server.issuers.change(
            "login",
            of: server.client,
            newName: "other",
            settings: bound,
            revision: 0,
            by: server.actor
        )
        #expect(changed.revision == 1 && changed.name == "other")
        #expect(server.clients.current(principal) == nil)
        #expect(
            try await server.authenticate(token)
                == .refused("the token lacks a claim that the server requires; ask the operator")
        )
        try await server.issuers.remove("other", of: server.client, by: server.actor)
        #expect(try await server.authenticate(token) == nil && server.issuers.list().isEmpty)
        try await server.add()
        #expect(try await server.authenticate(token)?.client != nil)
        try await server.clients.revoke(server.client, by: server.actor)
        #expect(try await server.authenticate(token) == .revoked)
        // A new token of a revoked client is not even checked.
        #expect(try await server.authenticate(try server.token(["sub": "bob"])) == .unknown)
    }

    @Test func aClientsEndIsThatOfItsUsers() async throws {
        let server = try await Server(expiresAfter: 60)
        try await server.add()
        let token = try server.token()
        #expect(try await server.authenticate(token)?.client != nil)
        server.time.advance(by: 60)
        #expect(try await server.authenticate(token) == .revoked)
    }

    @Test func claimsOnlyNarrow() async throws {
        let server = try await Server()
        var settings = Server.settings
        settings["claims"] = ["scopes": "scope", "plan": "plan", "organization": "org", "anonymous": "guest"]
        try await server.add(settings)
        let claims: JSONObject = [
            "scope": "chat admin:keys users devices tools:searchWeb nonsense", "plan": "pro", "org": "o", "guest": true,
        ]
        let principal = try #require(try await server.authenticate(try server.token(claims))?.client)
        #expect(principal.scopes == [.chat, .tool("searchWeb")])
        #expect(principal.plan?.name == "pro" && principal.organization == "o")
        #expect(try await server.clients.user(principal.owner).kind == .anonymous)
    }

    @Test func aBlockedOrSignedOutUserIsRefused() async throws {
        let server = try await Server()
        try await server.add()
        let token = try server.token()
        let undated = try server.token(["iat": nil])
        let principal = try #require(try await server.authenticate(token)?.client)
        #expect(try await server.authenticate(undated)?.client?.owner == principal.owner)
        try await server.clients.changeUser(principal.owner, UserChange(isBlocked: true), by: server.actor)
        await #expect(throws: UserRefusal.blocked) { try await server.authenticate(token) }
        try await server.clients.changeUser(principal.owner, UserChange(isBlocked: false), by: server.actor)
        #expect(try await server.authenticate(token)?.client?.owner == principal.owner)
        server.time.advance(by: 1)
        try await server.clients.signOutUsers(of: server.client, by: server.actor)
        for old in [token, undated] {
            await #expect(throws: UserRefusal.signedOut) { try await server.authenticate(old) }
        }
        #expect(try await server.authenticate(server.token())?.client?.owner == principal.owner)
    }

    /// The changes that end the access of a user by its token, while other tokens stay.
    enum End: CaseIterable { case user, allUsers, issuer, key }

    /// Streams (`current`), runs and sessions of MCP (`accepts`) end at once, and not only further requests.
    @Test(arguments: End.allCases)
    func whatATokenStartedEndsWithIt(end: End) async throws {
        let server = try await Server()
        try await server.add()
        let principal = try #require(try await server.authenticate(server.token())?.client)
        func isAccepted(_ principal: Principal) -> [Bool] {
            let run = server.clients.accepts(principal.owner, token: nil, grant: principal.grant)
            return [run, server.clients.current(principal) != nil]
        }
        #expect(isAccepted(principal) == [true, true])
        server.time.advance(by: 5)
        var ends = server.clients.revocations().makeAsyncIterator()
        switch end {
        case .user:
            try await server.clients.changeUser(principal.owner, UserChange(isSignedOut: true), by: server.actor)
        case .allUsers: try await server.clients.signOutUsers(of: server.client, by: server.actor)
        case .issuer: try await server.issuers.remove("login", of: server.client, by: server.actor)
        case .key:
            server.reader.publish([SigningIssuer(keyID: "b").jwk])
            _ = try await server.issuers.check("login", of: server.client)
        }
        let ended = await ends.next()
        #expect(ended == .some(server.client))
        #expect(isAccepted(principal) == [false, false])
        // Requests with the token of the client itself continue.
        #expect(server.clients.accepts(principal.owner, token: nil))
        guard end == .user || end == .allUsers else { return }
        let next = try #require(try await server.authenticate(server.token())?.client)
        #expect(isAccepted(next) == [true, true] && next.owner == principal.owner)
    }

    /// The end of a token itself ends its streams, but not its runs.
    @Test func aRunOutlivesItsToken() async throws {
        let server = try await Server()
        try await server.add()
        let principal = try #require(try await server.authenticate(server.token())?.client)
        server.time.advance(by: 630)
        #expect(server.clients.current(principal) == nil)
        #expect(server.clients.accepts(principal.owner, token: nil, grant: principal.grant))
    }

    /// Where the issuer names the plans, a token without one, or with an unknown one, is of the kind's plan and not of an earlier one.
    @Test func theIssuerDecidesAboutPlans() async throws {
        let server = try await Server()
        var settings = Server.settings
        settings["claims"] = ["plan": "plan", "anonymous": "guest"]
        try await server.add(settings)
        func plan(_ claims: JSONObject) async throws -> String? {
            server.time.advance(by: 1)
            return try await server.authenticate(try server.token(claims))?.client?.plan?.name
        }
        #expect(try await plan(["plan": "pro"]) == "pro")
        #expect(try await plan([:]) == "default")
        #expect(try await plan(["plan": "pro"]) == "pro")
        #expect(try await plan(["plan": "platinum"]) == "default")
        for name in ["platinum", "pro\u{301}"] {
            #expect(try await plan(["sub": "guest", "guest": true, "plan": .string(name)]) == "anonymous")
        }
        #expect(try await plan(["sub": "guest", "guest": true, "plan": "pro"]) == "pro")
        #expect(try await plan(["sub": "guest", "guest": true]) == "anonymous")
    }

    /// Without a claim for plans, that of the administrator stays.
    @Test func thePlanOfTheOperatorStays() async throws {
        let server = try await Server()
        try await server.add()
        let principal = try #require(try await server.authenticate(server.token())?.client)
        try await server.clients.changeUser(principal.owner, UserChange(plan: "pro"), by: server.actor)
        server.time.advance(by: 1)
        #expect(try await server.authenticate(server.token(["plan": "x"]))?.client?.plan?.name == "pro")
    }

    /// A backend may name plans, and those of which its tokens say nothing are the administrator's.
    @Test func aBackendThatNamesNoPlanLeavesIt() async throws {
        let server = try await Server()
        let pem = server.signer.key.publicKey.pemRepresentation
        func plan(_ issuer: String, _ more: JSONObject) async throws -> String? {
            server.time.advance(by: 1)
            var claims: JSONObject = ["iss": .string(server.client)]
            for (name, value) in more { claims[name] = value }
            let token = try server.token(claims, header: ["kid": .string(issuer)])
            return try await server.authenticate(token)?.client?.plan?.name
        }
        let issuer = try await server.add(["public_keys": [.string(pem)]], name: "backend", kind: .key).issuer.id
        #expect(try await plan(issuer, [:]) == "default")
        let identity = UserIdentity(issuer: UserIdentity.backend, subject: "alice")
        let user = try #require(try await server.store.user(of: identity, client: server.client))
        try await server.clients.changeUser(user.owner, UserChange(plan: "pro"), by: server.actor)
        #expect(try await plan(issuer, [:]) == "pro")
        #expect(try await plan(issuer, ["plan": "none"]) == "default")
        #expect(try await plan(issuer, ["plan": "pro"]) == "pro")
        #expect(try await plan(issuer, [:]) == "pro")
        #expect(try await plan(issuer, ["plan": 7]) == "default")
        // With a claim that the operator has named, the issuer decides about all of them.
        try await server.issuers.remove("backend", of: server.client, by: server.actor)
        let settings: JSONObject = ["public_keys": [.string(pem)], "claims": ["plan": "plan"]]
        let named = try await server.add(settings, name: "backend", kind: .key).issuer.id
        #expect(try await plan(named, ["plan": "pro"]) == "pro")
        #expect(try await plan(named, [:]) == "default")
    }

    @Test func aClientWithoutUsersHasNone() async throws {
        let server = try await Server()
        try await server.add()
        try await server.clients.setUsers(nil, of: server.client, revision: nil, by: server.actor)
        await #expect(throws: UserRefusal.noUsers) { try await server.authenticate(server.token()) }
    }
}
