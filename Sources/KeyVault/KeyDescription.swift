public import FoundationEssentials
import Storage

/// What may be said about a stored key: everything but the key.
public struct KeyDescription: Sendable, Equatable, Identifiable {
    /// Where a key stands.
    public enum State: String, Sendable {
        /// It may be leased.
        case active

        /// It was rotated away; kept sealed, never leased.
        case retired
    }

    /// The key's id.
    public var id: String

    /// The upstream it opens, such as `openai`.
    public var upstream: String

    /// A name for people.
    public var label: String

    /// The key's last four characters; nil for a key shorter than twelve, which would lose too much by it.
    public var lastFour: String?

    /// Sixteen hexadecimal digits that are the same for the same key, and tell nothing about it.
    public var fingerprint: String

    /// Where the key stands.
    public var state: State

    /// When the key was stored.
    public var createdAt: Date

    init?(_ record: SealedSecretRecord) {
        guard let state = State(rawValue: record.state.rawValue) else { return nil }
        self.id = record.id
        self.upstream = record.upstream
        self.label = record.label
        self.lastFour = record.lastFour
        self.fingerprint = record.fingerprint
        self.state = state
        self.createdAt = record.createdAt
    }
}
