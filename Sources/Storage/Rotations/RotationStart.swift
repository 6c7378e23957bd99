/// What became of the wish to begin a rotation.
public enum RotationStart: Sendable, Equatable {
    /// It was stored.
    case begun

    /// The same caller has used the idempotency key before, for this rotation; nothing was stored.
    case repeated(RotationRecord)

    /// Another rotation of the upstream waits for its live check; nothing was stored.
    case busy(RotationRecord)
}
