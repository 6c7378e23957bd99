import Foundation
import KeyVaultFixtures
import SignedTokens
import SigningIssuers
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import Accounts

/// The issuers that are added and changed, and those that are refused.
@Suite(.timeLimit(.minutes(1))) struct IssuersChangesTests {
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
