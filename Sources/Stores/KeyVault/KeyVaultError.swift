public import KeyLeasing

/// A failure of the vault, described by a sentence that a person can act on.
///
/// The sentence never holds a secret.
public struct KeyVaultError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, for callers that branch on it.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case masterKeyMissing, masterKeyExposed, masterKeyMalformed, masterKeyUnreadable, masterKeyMismatch
            case sealBroken, invalidSecret, alreadyStored, unknownKey, noKey, keyRefused, keyUnverified, conflict
            case noUsableKey, invalidSettings, unknownRotation, rotationRejected, rotationInProgress, notReversible
            case idempotencyMismatch, unconfirmedDestination
        }
        private let base: Base

        /// The master key file is missing, and none may be created because the store already holds sealed records.
        public static var masterKeyMissing: Self { .init(base: .masterKeyMissing) }

        /// Others than the owner can read the master key file.
        public static var masterKeyExposed: Self { .init(base: .masterKeyExposed) }

        /// The configured master key is not 32 bytes in base64.
        public static var masterKeyMalformed: Self { .init(base: .masterKeyMalformed) }

        /// The master key file cannot be read or created.
        public static var masterKeyUnreadable: Self { .init(base: .masterKeyUnreadable) }

        /// The vault was sealed under another master key.
        public static var masterKeyMismatch: Self { .init(base: .masterKeyMismatch) }

        /// A sealed record cannot be opened because its bytes or its identity were changed.
        public static var sealBroken: Self { .init(base: .sealBroken) }

        /// The text cannot be a secret: it is empty, or has characters that no key of its upstream has.
        public static var invalidSecret: Self { .init(base: .invalidSecret) }

        /// The upstream already uses this secret.
        public static var alreadyStored: Self { .init(base: .alreadyStored) }

        /// There is no active key with this id.
        public static var unknownKey: Self { .init(base: .unknownKey) }

        /// The upstream has no active key.
        public static var noKey: Self { .init(base: .noKey) }

        /// The upstream has keys, but none can be used now: they are refused, out of credit, or resting.
        ///
        /// ``KeyVaultError/retryAfter`` is the time until the first rest ends, if that is known.
        public static var noUsableKey: Self { .init(base: .noUsableKey) }

        /// The upstream refused the new key; the old one stays in use.
        public static var keyRefused: Self { .init(base: .keyRefused) }

        /// The new key could not be checked, and the rotation was not forced; the old one stays in use.
        public static var keyUnverified: Self { .init(base: .keyUnverified) }

        /// Another change of the same key was stored first.
        public static var conflict: Self { .init(base: .conflict) }

        /// The upstream has keys, but none that may be sent where its declaration sends keys now, until an administrator confirms it.
        public static var unconfirmedDestination: Self { .init(base: .unconfirmedDestination) }

        /// A setting of a key or a rotation is out of range.
        public static var invalidSettings: Self { .init(base: .invalidSettings) }

        /// There is no rotation with this id.
        public static var unknownRotation: Self { .init(base: .unknownRotation) }

        /// The rotation ended without a swap, for another reason than its check.
        public static var rotationRejected: Self { .init(base: .rotationRejected) }

        /// A rotation of the upstream, perhaps this one, is waiting for its check.
        public static var rotationInProgress: Self { .init(base: .rotationInProgress) }

        /// The rotation cannot be rolled back: it has ended, or its old key was erased.
        public static var notReversible: Self { .init(base: .notReversible) }

        /// The idempotency key was used for another request before.
        public static var idempotencyMismatch: Self { .init(base: .idempotencyMismatch) }
    }

    /// The kind of failure.
    public var code: Code

    /// A sentence that explains the failure and the remedy.
    public var message: String

    /// The time to wait before the next attempt, if it is known.
    public var retryAfter: Duration?

    /// The place in the source that threw the error, as `file:line`.
    public var location: String

    /// Makes an error; the compiler provides the place.
    public init(
        _ code: Code,
        _ message: String,
        retryAfter: Duration? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.location = "\(file):\(line)"
    }

    /// The message.
    public var description: String { message }
}

extension KeyVaultError: KeyLeaseError {
    /// Whether the code is ``Code/noUsableKey``.
    public var hasNoUsableKey: Bool { code == .noUsableKey }

    /// Whether the code is ``Code/unconfirmedDestination``.
    public var awaitsConfirmation: Bool { code == .unconfirmedDestination }
}
