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
