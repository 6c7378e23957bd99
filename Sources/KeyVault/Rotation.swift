/// A rotation that took place.
public struct Rotation: Sendable, Equatable {
    /// The key that went out of use.
    public var retired: KeyDescription

    /// The key that took its place.
    public var active: KeyDescription

    /// What the live check said: ``KeyCheck/verified``, or ``KeyCheck/unknown(reason:)`` when the rotation was forced.
    public var check: KeyCheck
}
