public import FoundationEssentials

/// The vault's own random key, sealed under a master key.
///
/// There is one for each database. That it opens proves that the master key is the right one.
public struct VaultRootRecord: Sendable, Equatable {
    /// The id of the master key it is sealed under.
    public var masterKeyID: String

    /// Nonce, ciphertext and tag.
    public var sealed: Data

    /// When the vault was made.
    public var createdAt: Date

    /// Makes a record.
    public init(masterKeyID: String, sealed: Data, createdAt: Date) {
        self.masterKeyID = masterKeyID
        self.sealed = sealed
        self.createdAt = createdAt
    }
}
