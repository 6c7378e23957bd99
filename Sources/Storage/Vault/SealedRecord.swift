public import FoundationEssentials

/// A stored record seen as something sealed, whatever else it is.
public struct SealedRecord: Sendable, Equatable {
    /// What a sealed record can be.
    ///
    /// The vault's root is the last: once it is sealed anew, everything before it was.
    public enum Kind: String, Sendable, CaseIterable {
        /// An upstream's key.
        case secret

        /// The vault's own key.
        case vaultRoot
    }

    /// What it is.
    public var kind: Kind

    /// Its id; empty for the root, of which there is one.
    public var id: String

    /// The upstream it belongs to; empty for the root.
    public var upstream: String

    /// Its sealed bytes.
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

    /// Puts the two together.
    public init(masterKeyID: String, bytes: Data) {
        self.masterKeyID = masterKeyID
        self.bytes = bytes
    }
}

/// A record as it was read, and its bytes sealed anew.
public struct Resealing: Sendable, Equatable {
    /// The record as it was read; when its sealed bytes have changed since, it is left alone.
    public var record: SealedRecord

    /// The new sealed bytes.
    public var text: SealedText

    /// Makes a change.
    public init(record: SealedRecord, text: SealedText) {
        self.record = record
        self.text = text
    }
}
