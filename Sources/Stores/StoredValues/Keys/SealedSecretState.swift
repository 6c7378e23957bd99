/// The state of a stored secret.
public enum SealedSecretState: String, Sendable, CaseIterable {
    /// The secret may be leased.
    case active

    /// The secret was replaced by a rotation, or is a document of Torii itself; it is kept sealed and never leased.
    case retired

    /// The secret was removed. Its sealed bytes are gone; its fingerprint stays so that the same secret is recognized.
    case removed
}
