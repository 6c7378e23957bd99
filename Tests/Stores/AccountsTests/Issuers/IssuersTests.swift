import Crypto
import Foundation
import KeyVault
import KeyVaultFixtures
import Secrets
import SignedTokens
import SigningIssuers
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import Accounts

@Suite(.timeLimit(.minutes(1))) struct IssuersTests {
    /// A server with one client, whose issuer is a scripted one.
    private struct Server {
        let time = TestTime()
        let signer: SigningIssuer
        let reader: ScriptedReader
        let store: SQLiteStore
        let clients: Clients
        let issuers: Issuers
        let client: String
        let actor = AuditActor(name: "admin:test")

        init(signer: SigningIssuer = SigningIssuer(), expiresAfter seconds: Double? = nil) async throws {
            self.signer = signer
            reader = ScriptedReader([signer.jwk])
            store = try SQLiteStore(path: nil)
            let vault = try await KeyVault(store: store, masterKey: .random(), now: { [time] in time.now })
            clients = try await Clients(store: store, vault: vault)
            issuers = try await Issuers(
                store: store,
                vault: vault,
                reader: reader,
                publicURL: SigningIssuer.audience,
                // The keys age with the time of the test.
                monotonic: { [time, start = ContinuousClock.now] in
                    start + .seconds(time.now.timeIntervalSince1970 - 1_795_000_000)
                }
            )
            issuers.attach(to: clients)
            let draft = ClientDraft(
                name: "app",
                scopes: [.chat, .allTools],
                expiresAt: seconds.map { [time] in time.now + $0 }
            )
            client = try await clients.create(draft, by: actor).client.id
            let users = UserSettings(scopes: [.chat, .allTools], plans: ["pro": PlanSettings(numbers: [:])])
            try await clients.setUsers(users, of: client, revision: nil, by: actor)
        }

        static let settings: JSONObject = [
            "issuer": .string(SigningIssuer.issuer), "audiences": .string(SigningIssuer.audience),
        ]

        @discardableResult
        func add(
            _ settings: JSONObject = Server.settings,
            name: String = "login",
            kind: IssuerKind = .openID
        ) async throws -> (issuer: IssuerDescription, secret: SecretString?) {
            try await issuers.add(IssuerDraft(name: name, kind: kind, settings: settings), to: client, by: actor)
        }

        /// Returns the issuers as another process reads them.
        func restarted() async throws -> Issuers {
            try await Issuers(
                store: store,
                vault: issuers.vault,
                reader: reader,
                publicURL: SigningIssuer.audience
            )
        }

        func token(_ claims: JSONObject = [:], header: JSONObject = [:]) throws -> String {
            try signer.token(claims, header: header, at: time.now)
        }

        func trial(_ token: String) async throws -> TokenTrial {
            try await issuers.trial(of: token, for: client, by: clients)
        }

        func authenticate(_ token: String) async throws -> Authentication? {
            try await clients.authenticate(signed: token)
        }
    }

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

    @Test func anUnknownKeyIsLookedForOnce() async throws {
        let server = try await Server()
        try await server.add()
        #expect(server.reader.requests.count == 2)
        /// Returns the number of tokens with random keys that are not simply unknown.
        func faults(_ start: String) async throws -> Int {
            var faults = 0
            for number in 1...1000 {
                let forged = try server.token(header: ["kid": .string("\(start)\(number)")])
                if try await server.authenticate(forged) != .unknown { faults += 1 }
            }
            return faults
        }
        #expect(try await faults("k") == 0)
        #expect(server.reader.requests.count == 2)
        server.time.advance(by: 30)
        #expect(try await faults("x") == 0)
        #expect(server.reader.requests.count == 3)
    }

    @Test func aRotationIsFollowed() async throws {
        let server = try await Server()
        try await server.add()
        let before = try server.token()
        #expect(try await server.authenticate(before)?.client != nil)
        let next = SigningIssuer(keyID: "b")
        server.reader.publish([server.signer.jwk, next.jwk])
        server.time.advance(by: 30)
        #expect(try await server.authenticate(next.token(at: server.time.now))?.client != nil)
        // The former key is still in the set, so its tokens are accepted.
        #expect(try await server.authenticate(before)?.client != nil)
    }

    @Test func aRotationOfAKeyThatNoTokenNamesIsFollowed() async throws {
        let server = try await Server()
        try await server.add()
        let next = SigningIssuer(keyID: "b")
        server.reader.publish([next.jwk])
        server.time.advance(by: 30)
        let token = try next.token(header: ["kid": .null], at: server.time.now)
        #expect(try await server.authenticate(token)?.client != nil)
        #expect(try await server.authenticate(server.token(header: ["kid": .null])) == .unknown)
    }

    @Test func tokensEndWithTheirKey() async throws {
        let server = try await Server()
        try await server.add()
        let token = try server.token()
        let principal = try #require(try await server.authenticate(token)?.client)
        var ends = server.clients.revocations().makeAsyncIterator()
        let next = SigningIssuer(keyID: "b")
        server.reader.publish([next.jwk])
        let checked = try await server.issuers.check("login", of: server.client)
        #expect(checked.keys.map(\.id) == ["b"] && checked.warnings.isEmpty)
        let ended = await ends.next()
        #expect(ended == .some(server.client))
        #expect(server.clients.current(principal) == nil)
        #expect(try await server.authenticate(token) == .unknown)
    }

    /// The token of a stranger must not choose the algorithm of a key.
    @Test func aForgedAlgorithmSpoilsNoKey() async throws {
        let server = try await Server()
        try await server.add()
        for algorithm in ["PS256", "RS256", "ES384", "HS256", "none"] {
            #expect(try await server.authenticate(try server.token(header: ["alg": .string(algorithm)])) == .unknown)
        }
        #expect(try await server.authenticate(try server.token())?.client != nil)
    }

    @Test func anOutageIsNotAWrongToken() async throws {
        let server = try await Server()
        try await server.add()
        server.reader.fail(IssuerFault("down"))
        // The keys are a day older than they may be.
        server.time.advance(by: 3600 + 86_400)
        #expect(try await server.authenticate(try server.token()) == .unavailable(retryAfterSeconds: 30))
        let requests = server.reader.requests.count
        #expect(try await server.authenticate(try server.token()) == .unavailable(retryAfterSeconds: 30))
        #expect(server.reader.requests.count == requests)
        server.reader.fail(nil)
        server.time.advance(by: 30)
        #expect(try await server.authenticate(try server.token())?.client != nil)
    }

    /// A token in memory lives no longer than the keys that verified it.
    @Test func anOutageOfADayEndsTokensInMemory() async throws {
        let server = try await Server()
        var settings = Server.settings
        settings["maximum_lifetime"] = 864_000
        try await server.add(settings)
        let token = try server.token(["exp": .integer(Int(server.time.now.timeIntervalSince1970) + 800_000)])
        #expect(try await server.authenticate(token)?.client != nil)
        server.reader.fail(IssuerFault("down"))
        server.time.advance(by: 3600 + 86_399)
        #expect(try await server.authenticate(token)?.client != nil)
        server.time.advance(by: 1)
        guard case .unavailable = try await server.authenticate(token) else {
            Issue.record("The token outlived the keys.")
            return
        }
        server.reader.fail(nil)
        server.time.advance(by: 30)
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

    /// A change of one setting must not widen what is accepted by the others.
    @Test func aChangeKeepsTheOtherSettings() async throws {
        let server = try await Server()
        var settings = Server.settings
        settings["claims"] = ["plan": "plan", "scopes": "scope"]
        settings["require"] = ["group": ["x"]]
        try await server.add(settings)
        func change(_ members: JSONObject, revision: Int? = nil) async throws -> JSONObject {
            let changed = try await server.issuers.change(
                "login",
                of: server.client,
                newName: nil,
                settings: members,
                revision: revision,
                by: server.actor
            )
            return changed.settings
        }
        settings["maximum_lifetime"] = 7200
        #expect(try await change(["maximum_lifetime": 7200]) == settings)
        settings["claims"] = ["scopes": "scope", "organization": "org"]
        #expect(try await change(["claims": ["plan": nil, "organization": "org"]], revision: 1) == settings)
        await #expect(throws: AccountsError.self) { try await change(["leeway": 5], revision: 1) }
        settings["require"] = JSONValue?.none
        #expect(try await change(["require": nil]) == settings)
        #expect(try server.issuers.issuer("login", of: server.client).settings == settings)
        // What is left must still be usable.
        await #expect(throws: AccountsError.self) { try await change(["audiences": nil]) }
        #expect(server.issuers.list().first?.settings == settings)
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

    @Test func aBackendSignsWithItsKeyOrASecret() async throws {
        let server = try await Server()
        let pem = server.signer.key.publicKey.pemRepresentation
        let (issuer, none) = try await server.add(["public_keys": [.string(pem)]], name: "backend", kind: .key)
        #expect(none == nil)
        let claims: JSONObject = ["iss": .string(server.client), "plan": "pro"]
        let token = try server.token(claims, header: ["kid": .string(issuer.id)])
        let principal = try #require(try await server.authenticate(token)?.client)
        #expect(principal.plan?.name == "pro")
        // The header Torii-User of the same backend names the same user.
        let account = try #require(server.clients.holder(server.client))
        let identity = UserIdentity(issuer: UserIdentity.backend, subject: "alice")
        #expect(try await server.clients.users.principal(of: account, identity: identity).owner == principal.owner)
        // Two rows would accept the same tokens.
        await #expect(throws: AccountsError.self) { try await server.add([:], name: "secret", kind: .secret) }
        try await server.issuers.remove("backend", of: server.client, by: server.actor)
        let secret = try #require(try await server.add([:], name: "secret", kind: .secret).secret)
        #expect(secret.revealed.utf8.count == 43)
        #expect(try await server.authenticate(token) == .unknown)
        // After a restart the secret is that of the vault, until its issuer is removed.
        #expect(try await server.restarted().list().map(\.warnings) == [[]])
        let record = try #require(server.issuers.list().first)
        try await server.issuers.remove("secret", of: server.client, by: server.actor)
        #expect(try await server.issuers.vault.document(record.id, of: Issuers.shelf) == nil)
    }

    /// The key that was there first has the id of the issuer, which its tokens name, until the operator removes it.
    @Test func aBackendChangesItsKeyWithoutAGap() async throws {
        let server = try await Server()
        let (old, new) = (server.signer, SigningIssuer())
        let first: JSONValue = .string(old.key.publicKey.pemRepresentation)
        let second: JSONValue = ["kid": "2027", "key": .string(new.key.publicKey.pemRepresentation)]
        let issuer = try await server.add(["public_keys": [first]], name: "backend", kind: .key).issuer.id
        let claims: JSONObject = ["iss": .string(server.client)]
        let live = try old.token(claims, header: ["kid": .string(issuer)], at: server.time.now)
        let next = try new.token(claims, header: ["kid": "2027"], at: server.time.now)
        func set(_ keys: [JSONValue]) async throws {
            _ = try await server.issuers.change(
                "backend",
                of: server.client,
                newName: nil,
                settings: ["public_keys": .array(keys)],
                revision: nil,
                by: server.actor
            )
        }
        #expect(try await server.authenticate(live)?.client != nil)
        #expect(try await server.authenticate(next) == .unknown)
        try await set([["kid": .string(issuer), "key": first], second])
        #expect(try await server.authenticate(live)?.client != nil)
        #expect(try await server.authenticate(next)?.client != nil)
        try await set([second])
        #expect(try await server.authenticate(live) == .unknown)
        #expect(try await server.authenticate(next)?.client != nil)
    }

    /// A secret that cannot be opened affects no other issuer.
    @Test func aDamagedSecretLeavesItsIssuerOut() async throws {
        let server = try await Server()
        try await server.add()
        server.time.advance(by: 1)
        try await server.add([:], name: "secret", kind: .secret)
        var record = try #require(try await server.store.secrets().records.last)
        #expect(try await server.store.removeSecret(record.id, at: server.time.now, audit: .none))
        record.id = "moved"
        try await server.store.addSecret(record, audit: .none)
        let restarted = try await server.restarted()
        #expect(restarted.list().map(\.issuer) == [SigningIssuer.issuer, nil])
        #expect(restarted.list().last?.warnings.count == 1 && restarted.accepted.rows.count == 1)
    }

    /// The audience decides whose users an issuer's tokens name.
    @Test func twoClientsShareAnIssuer() async throws {
        let server = try await Server()
        try await server.add()
        let other = try await server.clients.create(ClientDraft(name: "other"), by: server.actor).client.id
        try await server.clients.setUsers(UserSettings(), of: other, revision: nil, by: server.actor)
        var settings = Server.settings
        let draft = IssuerDraft(name: "login", kind: .openID, settings: settings)
        await #expect(throws: AccountsError.self) { try await server.issuers.add(draft, to: other, by: server.actor) }
        settings["audiences"] = "https://other.example"
        let apart = IssuerDraft(name: "login", kind: .openID, settings: settings)
        _ = try await server.issuers.add(apart, to: other, by: server.actor)
        for (audience, client) in [(SigningIssuer.audience, server.client), ("https://other.example", other)] {
            let token = try server.token(["aud": .string(audience)])
            #expect(try await server.authenticate(token)?.client?.owner.client == client)
        }
        // A token for both is for none.
        let both = try server.token(["aud": [.string(SigningIssuer.audience), "https://other.example"]])
        #expect(try await server.authenticate(both) == .unknown)
    }

    /// The doctor reads all of them, and a request compares its token with all.
    @Test func issuersHaveANumber() async throws {
        let server = try await Server()
        for number in 1...Issuers.mostOfClient {
            var settings = Server.settings
            settings["audiences"] = .string("https://\(number).example")
            try await server.add(settings, name: "login\(number)")
        }
        let error = await #expect(throws: AccountsError.self) { try await server.add() }
        #expect(error?.code == .conflict && error?.message.contains("20 issuers") == true)
        _ = try await server.issuers.change(
            "login1",
            of: server.client,
            newName: "renamed",
            settings: nil,
            revision: nil,
            by: server.actor
        )
        try await server.issuers.remove("renamed", of: server.client, by: server.actor)
        try await server.add()
    }

    /// Commands and paths take a name where they take an id.
    @Test(arguments: ["", ".", "..", "-a", "_a", "__proto__", "a/b", "é", "test", String(repeating: "a", count: 65)])
    func aNameOfAnotherFormIsRefused(name: String) async throws {
        let server = try await Server()
        await #expect(throws: AccountsError.self) { try await server.add(name: name) }
        #expect(server.issuers.list().isEmpty && server.reader.requests.isEmpty)
    }

    @Test func anIDIsNoNameOfAnotherIssuer() async throws {
        let server = try await Server()
        let id = try await server.add().issuer.id
        var settings = Server.settings
        settings["audiences"] = "https://other.example"
        try await server.add(settings, name: "a.b-c_1")
        for name in [id, id.uppercased()] {
            let error = await #expect(throws: AccountsError.self) {
                try await server.issuers.change(
                    "a.b-c_1",
                    of: server.client,
                    newName: name,
                    settings: nil,
                    revision: nil,
                    by: server.actor
                )
            }
            #expect(error?.code == .invalidClient && error?.message.contains("form of an id") == true)
        }
        try await server.issuers.remove(id, of: server.client, by: server.actor)
        #expect(server.issuers.list().map(\.name) == ["a.b-c_1"])
    }

    /// Those that are stored at the same time are compared, too.
    @Test func ofIssuersThatOverlapOneIsAdded() async throws {
        let server = try await Server()
        let added = await withTaskGroup(of: Bool.self) { group in
            for number in 1...8 {
                group.addTask { (try? await server.add(name: "login\(number)")) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(added == 1 && server.issuers.list().count == 1)
        #expect(try await server.authenticate(server.token())?.client != nil)
    }

    /// Another process may have stored one meanwhile.
    @Test func twoThatOverlapAreNamedAndHinderNoOther() async throws {
        let server = try await Server()
        let other = try await server.restarted()
        try await server.add()
        server.time.advance(by: 1)
        let draft = IssuerDraft(name: "again", kind: .openID, settings: Server.settings)
        _ = try await other.add(draft, to: server.client, by: server.actor)
        try await server.issuers.reload(ifBehind: try await server.store.revisions())
        let warnings = server.issuers.list().map(\.warnings)
        #expect(warnings.map(\.count) == [1, 1] && warnings[0][0].contains("\"again\""), "\(warnings)")
        var settings = Server.settings
        settings["audiences"] = "https://other.example"
        #expect(try await server.add(settings, name: "apart").issuer.warnings.isEmpty)
        try await server.issuers.remove("again", of: server.client, by: server.actor)
        #expect(server.issuers.list().map(\.warnings) == [[], []])
    }

    /// The host may be allowed again.
    @Test func anIssuerWithAFaultKeepsItsTokens() async throws {
        let server = try await Server()
        try await server.add()
        server.reader.refuse(IssuerFault("closed"))
        let restarted = try await server.restarted()
        server.reader.refuse(nil)
        #expect(restarted.list().map(\.warnings) == [["closed"]])
        let draft = IssuerDraft(name: "again", kind: .openID, settings: Server.settings)
        let error = await #expect(throws: AccountsError.self) {
            try await restarted.add(draft, to: server.client, by: server.actor)
        }
        #expect(error?.message.contains("\"login\"") == true, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            (["issuer": "https://issuer.example"], "--audience"),
            (["issuer": "http://issuer.example", "dedicated": true], "TLS"),
            (["issuer": "https://issuer.example/", "dedicated": true], "names the issuer"),
            // Its tokens would name the users of the app's backend.
            (["issuer": "backend", "dedicated": true, "keys": "https://issuer.example/keys"], "https://"),
            (["issuer": "http://i.example", "dedicated": true, "keys": "https://issuer.example/keys"], "TLS"),
            (["issuer": "ftp://i.example", "dedicated": true, "keys": "https://issuer.example/keys"], "https://"),
            (["issuer": "https://other.example", "dedicated": true], "no discovery"),
        ] as [(JSONObject, String)]
    )
    func nothingIsStoredThatCannotBeUsed(settings: JSONObject, word: String) async throws {
        let server = try await Server()
        let error = await #expect(throws: AccountsError.self) { try await server.add(settings) }
        #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
        #expect(try await server.store.issuers().records.isEmpty && server.issuers.list().isEmpty)
    }

    /// The key set and the address of it that an issuer publishes, with a word of the refusal.
    @Test func aFaultyKeySetIsNamed() async throws {
        let (server, signer) = (try await Server(), SigningIssuer())
        let address = SigningIssuer.issuer + "/.well-known/openid-configuration"
        func fault(_ bytes: [UInt8]?, at place: String = ScriptedReader.keyAddress) async -> String {
            server.reader.set(bytes, at: place)
            do { try await server.add() } catch { return "\(error)" }
            return "none"
        }
        #expect(await fault(Array("<html>".utf8)).contains("not JSON"))
        #expect(await fault([UInt8](repeating: 0x20, count: 300 << 10)).contains("256 KiB"))
        #expect(await fault(SigningIssuer.document(Array(repeating: signer.jwk, count: 101))).contains("100"))
        #expect(await fault(nil).contains("no key set"))
        let metadata = #"{"issuer":"https://issuer.example","jwks_uri":"http://169.254.169.254/"}"#
        #expect(await fault(Array(metadata.utf8), at: address).contains("TLS"))
        #expect(await fault(Array(#"{"issuer":"https://issuer.example"}"#.utf8), at: address).contains("jwks_uri"))
    }

    @Test func aPrivateKeyInASetIsAWarning() async throws {
        let server = try await Server()
        var shown = try #require(SigningIssuer(keyID: "shown").jwk.objectValue)
        shown["d"] = "AA"
        server.reader.publish([server.signer.jwk, .object(shown)])
        let warnings = try await server.add().issuer.warnings
        #expect(warnings.count == 1 && warnings[0].contains("\"shown\"") && warnings[0].contains("private part"))
        #expect(try await server.authenticate(try server.token())?.client != nil)
    }

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

    /// Two processes over one store would be alike.
    @Test func anotherProcessSeesTheRow() async throws {
        let server = try await Server()
        let other = try await server.restarted()
        try await server.add()
        #expect(other.list().isEmpty)
        try await other.reload(ifBehind: try await server.store.revisions())
        #expect(other.list().map(\.name) == ["login"])
        _ = try await server.store.removeClient(server.client, erasingSince: nil, audit: .none)
        try await other.reload(ifBehind: try await server.store.revisions())
        #expect(other.list().isEmpty)
    }
}
