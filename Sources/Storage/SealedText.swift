public import FoundationEssentials

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
