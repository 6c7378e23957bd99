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

    /// Its place among those of its kind, from 1 on.
    public var position: Int64

    /// Its id; empty for the root, of which there is one.
    public var id: String

    /// The upstream it belongs to; empty for the root.
    public var upstream: String

    /// Its sealed bytes.
    public var text: SealedText

    /// Makes a record.
    public init(kind: Kind, position: Int64, id: String = "", upstream: String = "", text: SealedText) {
        self.kind = kind
        self.position = position
        self.id = id
        self.upstream = upstream
        self.text = text
    }
}
