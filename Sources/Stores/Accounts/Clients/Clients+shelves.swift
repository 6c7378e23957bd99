import KeyVault
public import Storage

extension Clients {
    /// Returns the list of items that a sender sees.
    ///
    /// The key of an organization's list is a keyed hash, because its name comes from a token and may reveal its users. Another
    /// issuer with the same name means another organization.
    public func shelf(of sender: Principal) -> InventoryShelf {
        guard sender.hasOwnInventory else { return .common }
        guard sender.inventory == .organization, let organization = sender.organization, !organization.isEmpty else {
            return .of(sender.owner.text)
        }
        let client = sender.owner.client
        let issuer = sender.organizationIssuer ?? UserIdentity.backend
        return .of("\(client)/org_\(vault.code(ofOrganization: organization, of: issuer, client: client))")
    }

    /// Refuses a sharing of the inventory that the server cannot keep.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/conflict`` while the inventory is that of ZAICO, which has one list for all.
    public func check(_ inventory: InventorySharing) throws(AccountsError) {
        guard inventory != .shared, vault.hasKeys(of: "zaico") else { return }
        throw AccountsError(
            .conflict,
            "The inventory of this server is that of ZAICO, which has no lists of single users. Set 'inventory' to shared, or remove the "
                + "keys of zaico first."
        )
    }
}

extension Principal {
    /// Whether the sender is a user with an inventory apart from that of the server's clients.
    public var hasOwnInventory: Bool { owner.user != nil && inventory != .shared }

    /// Sets what the settings of the client's users say about tools.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of users as the operator has written them.
    ///   - inventory: The users that share an inventory.
    public mutating func setTools(ofUsers scopes: Set<Scope>, _ inventory: InventorySharing) {
        operatorTools = Set(
            scopes.compactMap { scope -> String? in if case .tool(let name) = scope { name } else { nil } }
        )
        self.inventory = inventory
    }
}
