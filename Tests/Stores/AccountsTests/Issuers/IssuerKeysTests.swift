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
import Testing

@testable import Accounts

/// The keys that verify tokens: key sets that issuers publish, and the keys and secrets of backends.
@Suite(.timeLimit(.minutes(1))) struct IssuerKeysTests {
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
}
