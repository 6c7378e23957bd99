public import KeyLeasing

/// What went wrong in the vault, in a sentence that a person can act on.
///
/// It never holds a secret.
public struct KeyVaultError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, for callers that decide by it.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case masterKeyMissing, masterKeyExposed, masterKeyMalformed, masterKeyUnreadable, masterKeyMismatch
            case sealBroken, invalidSecret, alreadyStored, unknownKey, noKey, keyRefused, keyUnverified, conflict
            case noUsableKey, invalidSettings, unknownRotation, rotationRejected, rotationInProgress, notReversible
            case idempotencyMismatch
        }
        private let base: Base

        /// There is no master key file, and none may be made because something is sealed already.
        public static var masterKeyMissing: Self { .init(base: .masterKeyMissing) }

        /// The master key file may be read by others than its owner.
        public static var masterKeyExposed: Self { .init(base: .masterKeyExposed) }

        /// What was given as the master key is not 32 bytes in base64.
        public static var masterKeyMalformed: Self { .init(base: .masterKeyMalformed) }

        /// The master key file cannot be read or made.
        public static var masterKeyUnreadable: Self { .init(base: .masterKeyUnreadable) }

        /// The vault was sealed under another master key.
        public static var masterKeyMismatch: Self { .init(base: .masterKeyMismatch) }

        /// A sealed record does not open: its bytes or its identity were changed.
        public static var sealBroken: Self { .init(base: .sealBroken) }

        /// The text given as a secret cannot be one: it is empty, or holds spaces at an end or control characters.
        public static var invalidSecret: Self { .init(base: .invalidSecret) }

        /// The same secret is in use for the upstream already.
        public static var alreadyStored: Self { .init(base: .alreadyStored) }

        /// There is no active key with the given id.
        public static var unknownKey: Self { .init(base: .unknownKey) }

        /// The upstream has no active key.
        public static var noKey: Self { .init(base: .noKey) }

        /// The upstream has keys, but none that may be used now: they are refused, out of credit, or resting;
        /// ``KeyVaultError/retryAfter`` says when, where that is known.
        public static var noUsableKey: Self { .init(base: .noUsableKey) }

        /// The upstream refused the new key; the old one stays.
        public static var keyRefused: Self { .init(base: .keyRefused) }

        /// The new key could not be checked, and the rotation was not forced; the old one stays.
        public static var keyUnverified: Self { .init(base: .keyUnverified) }

        /// Another change to the same key got there first.
        public static var conflict: Self { .init(base: .conflict) }

        /// What was said about a key or a rotation is out of bounds.
        public static var invalidSettings: Self { .init(base: .invalidSettings) }

        /// There is no rotation with the given id.
        public static var unknownRotation: Self { .init(base: .unknownRotation) }

        /// The rotation ended without a swap, for another reason than its live check.
        public static var rotationRejected: Self { .init(base: .rotationRejected) }

        /// A rotation of the upstream, maybe this very one, is waiting for its live check.
        public static var rotationInProgress: Self { .init(base: .rotationInProgress) }

        /// The rotation cannot be rolled back: it is over, or its old key is not kept any more.
        public static var notReversible: Self { .init(base: .notReversible) }

        /// The idempotency key was used before, for another request.
        public static var idempotencyMismatch: Self { .init(base: .idempotencyMismatch) }
    }

    /// The kind of failure.
    public var code: Code

    /// What happened and what to do next.
    public var message: String

    /// How long to wait before trying again, where that is known.
    public var retryAfter: Duration?

    /// Where in the source it was thrown, as `file:line`.
    public var location: String

    /// Makes an error; the place is filled in by the compiler.
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

    /// The message alone.
    public var description: String { message }
}

extension KeyVaultError: KeyLeaseError {
    /// Whether the code is ``Code/noUsableKey``.
    public var hasNoUsableKey: Bool { code == .noUsableKey }
}
