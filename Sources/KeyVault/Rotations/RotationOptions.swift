public import FoundationEssentials
import Storage

/// How a rotation is to go about.
public struct RotationOptions: Sendable, Equatable {
    /// The id of the key that goes; nil for the upstream's only one, or the one of several that was stored last.
    public var replaces: String?

    /// Whether the swap goes ahead when the new key could not be checked; a refused key is never taken.
    public var force: Bool

    /// For how many seconds calls with the old key are waited for at most.
    public var drainSeconds: Int

    /// For how many seconds after that the old key is kept for a roll-back.
    public var keepSeconds: Int

    /// When the new key expires, as far as that is known.
    public var expiresAt: Date?

    /// What the caller names this request, so that it can be sent again after a lost reply.
    public var idempotencyKey: String?

    /// Makes options; by default calls are waited for ten minutes, and the old key is kept for a day.
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
                "A rotation's \(name) time is a whole number of seconds, from 0 to \(limit), not \(seconds)."
            )
        }
        if let key = idempotencyKey, !(1...255).contains(key.utf8.count) {
            throw KeyVaultError(.invalidSettings, "An idempotency key has from 1 to 255 bytes.")
        }
    }

    /// The words that make two requests the same or not, beside the upstream and the secret.
    var words: [String] {
        [
            replaces.map { "=\($0)" } ?? "", String(force), String(drainSeconds), String(keepSeconds),
            expiresAt.map { String($0.milliseconds) } ?? "",
        ]
    }
}
