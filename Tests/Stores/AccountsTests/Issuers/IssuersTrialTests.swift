import Foundation
import KeyVaultFixtures
import SignedTokens
import SigningIssuers
import Storage
import StreamingJSON
import Synchronization
import Testing

@testable import Accounts

/// The trials of tokens, which change nothing.
@Suite(.timeLimit(.minutes(1))) struct IssuersTrialTests {
    @Test func aTrialNamesTheStepAndCreatesNobody() async throws {
        let server = try await Server()
        try await server.add()
        let good = try await server.trial(try server.token())
        #expect(good.isAccepted && good.issuer == "login" && good.lines.count == 10)
        #expect(good.result == ["User: a new user", "Plan: default", "Organization: none", "Scopes: chat, tools:*"])
        let wrong = try await server.trial(try server.token(["aud": "account"]))
        #expect(!wrong.isAccepted && wrong.lines.last?.contains("Keycloak") == true && wrong.result.isEmpty)
        let other = try await server.trial("text")
        #expect(!other.isAccepted && other.lines.count == 1 && server.clients.users.count == 0)
        #expect(server.issuers.cache.withLock { $0.count } == 0)
    }

    /// A trial refuses whatever a request would be refused for.
    @Test func aTrialSaysWhatARequestWouldHave() async throws {
        let server = try await Server()
        var settings = Server.settings
        settings["claims"] = ["scopes": "scope", "plan": "plan", "organization": "org"]
        try await server.add(settings)
        let claims: JSONObject = ["scope": "chat", "plan": "pro", "org": "acme"]
        let token = try server.token(claims)
        let user = try #require(try await server.authenticate(token)?.client?.owner)
        let name = try #require(user.user)
        let known = try await server.trial(token)
        #expect(known.result == ["User: \(name)", "Plan: pro", "Organization: acme", "Scopes: chat"])
        // Later claims are shown, and not stored.
        server.time.advance(by: 1)
        let bare = try await server.trial(try server.token())
        #expect(bare.isAccepted && bare.result.prefix(2) == ["User: \(name)", "Plan: default"])
        #expect(bare.result.last?.hasPrefix("Warning: The token has no scope") == true, "\(bare.result)")
        #expect(try await server.clients.user(user).plan == "pro")
        try await server.clients.changeUser(user, UserChange(isBlocked: true), by: server.actor)
        let blocked = try await server.trial(token)
        #expect(!blocked.isAccepted && blocked.lines.count == 10)
        #expect(blocked.result.last?.contains("is blocked") == true, "\(blocked.result)")
        let change = UserChange(isBlocked: false, isSignedOut: true)
        try await server.clients.changeUser(user, change, by: server.actor)
        let signedOut = try await server.trial(token)
        #expect(!signedOut.isAccepted && signedOut.result.last?.contains("signed out") == true)
    }

    @Test func aTrialForAClientWithoutUsers() async throws {
        let server = try await Server()
        try await server.add()
        try await server.clients.setUsers(nil, of: server.client, revision: nil, by: server.actor)
        let none = try await server.trial(try server.token())
        #expect(!none.isAccepted && none.result.count == 1)
        #expect(none.result.last?.contains("torii clients users") == true)
    }
}
