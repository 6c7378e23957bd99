#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Secrets

/// The body of `POST /admin/upstreams/{name}/rotations`.
public struct RotationRequest: WireRecord {
    /// The new key.
    public var secret: SecretString
    /// The id of the key to replace; `nil` for the one in use.
    public var replaces: String?
    /// Whether to continue if the new key could not be checked.
    public var force: Bool
    /// The maximum time to wait for calls with the old key, in seconds.
    public var drainSeconds: Int?
    /// The time after that for which the old key is kept for a roll-back, in seconds.
    public var keepSeconds: Int?
    /// The time at which the upstream stops accepting the new key.
    public var expiresAt: Date?

    /// Makes a request.
    public init(
        secret: SecretString,
        replaces: String? = nil,
        force: Bool = false,
        drainSeconds: Int? = nil,
        keepSeconds: Int? = nil,
        expiresAt: Date? = nil
    ) {
        (self.secret, self.replaces, self.force) = (secret, replaces, force)
        (self.drainSeconds, self.keepSeconds, self.expiresAt) = (drainSeconds, keepSeconds, expiresAt)
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "RotationRequest",
        last: ["replaces", "drain_seconds", "keep_seconds", "expires_at"],
        Self.init,
        .always("secret", \.secret, as: .nonEmptyText(), read: .secret),
        .maybe("replaces", \.replaces, "The id of the old key."),
        .always("force", \.force, "Whether to continue if the new key cannot be checked.", missing: false),
        .maybe("drain_seconds", \.drainSeconds, as: .integer(from: nil)),
        .maybe("keep_seconds", \.keepSeconds, as: .integer(from: nil)),
        .maybe("expires_at", \.expiresAt)
    )
}
