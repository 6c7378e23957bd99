public import FoundationEssentials
import Storage

/// The options of a rotation.
public struct RotationOptions: Sendable, Equatable {
    /// The id of the old key; nil for the upstream's only key, or for the latest of several.
    public var replaces: String?

    /// Whether the swap is made even if the new key could not be checked; a refused key is never accepted.
    public var force: Bool

    /// The maximum time to wait for calls with the old key, in seconds.
    public var drainSeconds: Int

    /// The time after that for which the old key is kept for a roll-back, in seconds.
    public var keepSeconds: Int

    /// The expiry of the new key, if it is known.
    public var expiresAt: Date?

    /// The caller's name for this request, under which it can be repeated after a lost reply.
    public var idempotencyKey: String?

    /// Makes options; the defaults are ten minutes of waiting for calls and a day of keeping the old key.
    public init(
        replaces: String? = nil,
        force: Bool = false,
        drainSeconds: Int = 600,
        keepSeconds: Int = 86_400,
        expiresAt: Date? = nil,
        idempotencyKey: String? = nil
    ) {
        self.replaces = replaces
        self.force = force
        self.drainSeconds = drainSeconds
        self.keepSeconds = keepSeconds
        self.expiresAt = expiresAt
        self.idempotencyKey = idempotencyKey
    }

    func validate() throws(KeyVaultError) {
        let limit = 366 * 86_400
        for (name, seconds) in [("drain", drainSeconds), ("keep", keepSeconds)] where !(0...limit).contains(seconds) {
            throw KeyVaultError(
                .invalidSettings,
                "A rotation's \(name) time must be a whole number of seconds from 0 to \(limit), not \(seconds)."
            )
        }
        if let key = idempotencyKey, !(1...255).contains(key.utf8.count) {
            throw KeyVaultError(.invalidSettings, "An idempotency key must have from 1 to 255 bytes.")
        }
    }

    /// The words that distinguish two requests, beside the upstream and the secret.
    var words: [String] {
        [
            replaces.map { "=\($0)" } ?? "", String(force), String(drainSeconds), String(keepSeconds),
            expiresAt.map { String($0.milliseconds) } ?? "",
        ]
    }
}
