/// What became of a token that was shown.
///
/// Only who holds a genuine token learns that it is expired or revoked.
public enum Authentication: Sendable, Equatable {
    /// It is a token of this client.
    case accepted(Client)

    /// It was a token until a time that is over.
    case expired

    /// It is a token of a client that was shut out.
    case revoked

    /// It is no token, or not any more.
    case unknown

    /// The client, if there is one.
    public var client: Client? {
        if case .accepted(let client) = self { client } else { nil }
    }
}
