public import FoundationEssentials

/// A stored record with sealed bytes: a secret, or the root key of the vault.
public struct SealedRecord: Sendable, Equatable {
    /// The kind of a sealed record.
    ///
    /// The vault's root is the last kind. When it is sealed under a new master key, everything else is, too.
    public enum Kind: String, Sendable, CaseIterable {
        /// An upstream's key.
        case secret

        /// The root key of the vault.
        case vaultRoot
    }

    /// The kind.
    public var kind: Kind

    /// The id; empty for the root, of which there is one.
    public var id: String

    /// The upstream of a secret; empty for the root.
    public var upstream: String

    /// The sealed bytes.
    public var text: SealedText

    /// Makes a record.
    public init(kind: Kind, id: String = "", upstream: String = "", text: SealedText) {
        self.kind = kind
        self.id = id
        self.upstream = upstream
        self.text = text
    }
}

/// Sealed bytes and the master key that opens them.
public struct SealedText: Sendable, Equatable {
    /// The id of the master key they are sealed under.
    public var masterKeyID: String

    /// Nonce, ciphertext and tag.
    public var bytes: Data

    /// Makes a sealed text.
    public init(masterKeyID: String, bytes: Data) {
        self.masterKeyID = masterKeyID
        self.bytes = bytes
    }
}

/// A sealed record as it was read, with its newly sealed bytes.
public struct Resealing: Sendable, Equatable {
    /// The record as it was read; if its sealed bytes have changed since, it is left as it is.
    public var record: SealedRecord

    /// The new sealed bytes.
    public var text: SealedText

    /// Makes a change.
    public init(record: SealedRecord, text: SealedText) {
        self.record = record
        self.text = text
    }
}
