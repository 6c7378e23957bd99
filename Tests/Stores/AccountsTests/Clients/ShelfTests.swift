import Accounts
import KeyVault
import KeyVaultFixtures
import OwnerLiterals
import Secrets
import Storage
import StorageSQLite
import Testing

/// The list of items that a sender sees.
@Suite struct ShelfTests {
    private func clients(_ masterKey: MasterKey, _ store: SQLiteStore) async throws -> Clients {
        let time = TestTime()
        return try await Clients(store: store, vault: KeyVault(store: store, masterKey: masterKey) { time.now })
    }

    private func sender(
        _ owner: Owner,
        _ sharing: InventorySharing?,
        _ organization: String? = nil
    ) -> Principal {
        var sender = Principal(owner: owner, name: "App", scopes: [.allTools])
        (sender.inventory, sender.organization) = (sharing, organization)
        return sender
    }

    @Test func theSharingDecides() async throws {
        let clients = try await clients(.random(), SQLiteStore(path: nil))
        let expectations: [(Owner, InventorySharing?, String?, InventoryShelf)] = [
            ("app", nil, nil, .common), ("app", .user, "acme", .common), ("app/anna", .shared, "acme", .common),
            ("app/anna", nil, "acme", .of("app/anna")), ("app/anna", .user, "acme", .of("app/anna")),
            ("app/anna", .organization, nil, .of("app/anna")), ("app/anna", .organization, "", .of("app/anna")),
        ]
        for (owner, sharing, organization, shelf) in expectations {
            let seen = clients.shelf(of: sender(owner, sharing, organization))
            #expect(seen == shelf, "\(owner) \(String(describing: sharing))")
        }
    }

    /// One list for an organization of a client, under a key that says nothing about its name and stays the same.
    @Test func anOrganizationHasOneList() async throws {
        let (key, store) = (MasterKey.random(), try SQLiteStore(path: nil))
        let clients = try await clients(key, store)
        func shelf(_ owner: Owner, _ organization: String, _ clients: Clients) -> String {
            clients.shelf(of: sender(owner, .organization, organization)).owner ?? ""
        }
        let acme = shelf("app/anna", "acme", clients)
        #expect(acme.wholeMatch(of: /app\/org_[0-9a-f]{32}/) != nil)
        #expect(shelf("app/ben", "acme", clients) == acme)
        #expect(shelf("app/anna", "acme2", clients) != acme)
        #expect(shelf("other/anna", "acme", clients).dropFirst("other".count) != acme.dropFirst("app".count))
        #expect(shelf("app/anna", "acme", try await self.clients(key, store)) == acme)
        let stranger = try await self.clients(.random(), SQLiteStore(path: nil))
        #expect(shelf("app/anna", "acme", stranger) != acme)
    }

    /// The same name at another issuer is that of another organization; the header and the backend's tokens mean the same one.
    @Test func anOrganizationIsThatOfItsIssuer() async throws {
        let store = try SQLiteStore(path: nil)
        let clients = try await clients(.random(), store)
        let id = try await clients.create(ClientDraft(name: "app", scopes: [.users, .chat]), by: .torii).client.id
        try await clients.setUsers(UserSettings(inventory: .organization), of: id, revision: nil, by: .torii)
        let app = try #require(clients.holder(id))
        func shelf(_ issuer: String, _ subject: String) async throws -> InventoryShelf {
            let identity = UserIdentity(issuer: issuer, subject: subject)
            let user = try await clients.users.principal(of: app, identity: identity, organization: "acme")
            #expect(try await clients.holder(of: user.owner)?.organizationIssuer == user.organizationIssuer)
            #expect(try await store.user(user.owner)?.organizationIssuer == user.organizationIssuer)
            return clients.shelf(of: user)
        }
        let ofBackend = try await shelf(UserIdentity.backend, "anna")
        let ofIssuer = try await shelf("https://id.example", "anna")
        #expect(try await shelf(UserIdentity.backend, "ben") == ofBackend && ofIssuer != ofBackend)
        #expect(try await shelf("https://id.example", "ben") == ofIssuer)
        #expect(try await shelf("https://other.example", "anna") != ofIssuer)
    }

    /// ZAICO has one list for all, so only a shared inventory can be set beside its key.
    @Test func besideZaicoTheInventoryIsShared() async throws {
        let (store, time) = (try SQLiteStore(path: nil), TestTime())
        let vault = try await KeyVault(store: store, masterKey: .random()) { time.now }
        let clients = try await Clients(store: store, vault: vault)
        for sharing in InventorySharing.allCases { try clients.check(sharing) }
        _ = try await vault.add(SecretString("zaico-key-0001"), to: "zaico", label: "one")
        try clients.check(.shared)
        for sharing in [InventorySharing.user, .organization] {
            let error = #expect(throws: AccountsError.self) { try clients.check(sharing) }
            #expect(error?.code == .conflict && error?.message.contains("Set 'inventory' to shared") == true)
        }
    }

    /// The names in the scopes of users, and not those of the client's token, open the operator's tools.
    @Test func theSettingsNameTheOperatorsTools() {
        var sender = Principal(owner: "app/anna", name: "App", scopes: [.chat, .tool("getInventory")])
        #expect(sender.operatorTools.isEmpty && sender.hasOwnInventory)
        sender.setTools(ofUsers: [.chat, .allTools, .tool("findOrders")], .shared)
        #expect(sender.operatorTools == ["findOrders"] && !sender.hasOwnInventory)
    }
}
