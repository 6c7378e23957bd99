/// What went wrong in the vault, in a sentence that a person can act on.
///
/// It never holds a secret.
public struct KeyVaultError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, for callers that decide by it.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case masterKeyMissing, masterKeyExposed, masterKeyMalformed, masterKeyUnreadable, masterKeyMismatch
            case sealBroken, invalidSecret, alreadyStored, unknownKey, noKey, keyRefused, keyUnverified, conflict
            case noUsableKey
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

        /// The upstream has keys, but none that may be used now: they are refused, out of credit, or resting.
        public static var noUsableKey: Self { .init(base: .noUsableKey) }

        /// The upstream refused the new key; the old one stays.
        public static var keyRefused: Self { .init(base: .keyRefused) }

        /// The new key could not be checked, and the rotation was not forced; the old one stays.
        public static var keyUnverified: Self { .init(base: .keyUnverified) }

        /// Another change to the same key got there first.
        public static var conflict: Self { .init(base: .conflict) }
    }

    /// The kind of failure.
    public var code: Code

    /// What happened and what to do next.
    public var message: String

    /// How long until a key may be used again, where that is known.
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
