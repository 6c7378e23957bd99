import KeyVault
public import Storage

extension Clients {
    /// Returns the name of a user for providers of models; nil for an owner without a user.
    ///
    /// It is a keyed hash of the user's id, so that a provider can act on one user, and does not learn its identity.
    public func safetyIdentifier(of owner: Owner) -> String? { owner.user.map(vault.code(ofUser:)) }
}
