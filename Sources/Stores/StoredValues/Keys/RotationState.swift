/// The progress of a rotation.
public enum RotationState: String, Sendable, CaseIterable {
    /// The rotation was requested; nothing was done yet.
    case requested

    /// The upstream is checking the new secret.
    case verifying

    /// The new secret has replaced the old one.
    case active

    /// The rotation waits for the calls that use the old secret.
    case draining

    /// No call uses the old secret; it is kept for a roll-back until it is erased.
    case retired

    /// The new secret was rejected; nothing was changed.
    case rejected

    /// The old secret was put back.
    case rolledBack = "rolled_back"

    /// Whether the new secret waits for its live check; of one upstream, at most one rotation does.
    package var isUnderCheck: Bool { self == .requested || self == .verifying }
}
