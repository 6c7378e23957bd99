/// What a step of a rotation does to the secrets.
public enum SecretChange: Sendable, Equatable {
    /// Stores a new one.
    case add(SealedSecretRecord)

    /// Takes an active one out of use and keeps it; a conflict when it is not active any more.
    case retire(String)

    /// Puts a kept one back into use; a conflict when it is not kept any more, or the same secret is active under another id.
    case restore(String)

    /// Takes the new one of a rotation out of use and erases it; a conflict when another rotation has replaced it since.
    case withdraw(String)

    /// Erases the sealed bytes of a kept one; nothing when they are gone already.
    case erase(String)
}
