/// A secret text: an API key, a token, a password.
///
/// It prints as `••••` wherever it is described, interpolated, dumped or reflected, and it has no `Codable`
/// conformance, so it cannot slip into a response or a log line by accident. ``withBytes(_:)`` is the only access to
/// the bytes, and it only lends them. When the last copy is released, the memory that held the bytes is overwritten.
public struct SecretString: Sendable {
    private let storage: Storage

    /// Makes a secret from a plain string.
    ///
    /// The original string cannot be wiped because Swift strings are shared values; read secrets as bytes where
    /// that matters.
    public init(_ plain: String) {
        var plain = plain
        self.storage = plain.withUTF8 { Storage(UnsafeRawBufferPointer($0)) }
    }

    /// Makes a secret from UTF-8 bytes.
    ///
    /// The array is wiped if the caller gives up its ownership, so that no other copy exists.
    public init(utf8 bytes: consuming [UInt8]) {
        self.storage = bytes.withUnsafeBytes { Storage($0) }
        bytes.wipe()
    }

    /// Copies the secret from memory that the caller wipes.
    public init(copying bytes: UnsafeRawBufferPointer) {
        self.storage = Storage(bytes)
    }

    /// Whether the secret has no bytes.
    public var isEmpty: Bool { storage.count == 0 }

    /// Lends the secret's UTF-8 bytes for the duration of one call; the closure must not keep them.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withBytes(body)
    }
}

extension SecretString: Equatable {
    /// Compares in time that depends only on the lengths, not on the position of the first difference.
    public static func == (left: SecretString, right: SecretString) -> Bool {
        left.withBytes { leftBytes in
            right.withBytes { rightBytes in
                guard leftBytes.count == rightBytes.count else { return false }
                var difference: UInt8 = 0
                for index in leftBytes.indices {
                    difference |= leftBytes[index] ^ rightBytes[index]
                }
                return difference == 0
            }
        }
    }
}

extension SecretString: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `••••`.
    public var description: String { "••••" }

    /// Always `••••`.
    public var debugDescription: String { "••••" }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The one buffer behind all copies of a secret, wiped when the last copy is released.
private final class Storage: Sendable {
    // Written once in `init`, read-only until `deinit`, so sharing it between threads is sound.
    nonisolated(unsafe) private let buffer: UnsafeMutableRawBufferPointer
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        buffer = .allocate(byteCount: bytes.count, alignment: 1)
        buffer.copyMemory(from: bytes)
        count = bytes.count
    }

    deinit {
        buffer.wipe()
        buffer.deallocate()
    }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(buffer))
    }
}
