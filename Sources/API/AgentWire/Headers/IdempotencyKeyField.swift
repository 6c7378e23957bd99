/// The field `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07).
public struct IdempotencyKeyField: Sendable, Hashable {
    /// The maximum length of a key, in bytes.
    public static let longest = 255

    /// The key: 1 to 255 bytes of printable ASCII.
    public let key: String

    /// Reads a field's value by its bytes; `nil` for a key that is empty, longer, or has other bytes than printable ASCII.
    ///
    /// The draft wants a quoted string; a key without quotes is accepted too because most clients leave them out.
    public init?(_ value: String) {
        guard value.utf8.count <= Self.longest + 2 else { return nil }
        var bytes = Array(value.utf8)[...]
        let quote = UInt8(ascii: "\"")
        if bytes.count >= 2, bytes.first == quote, bytes.last == quote { bytes = bytes.dropFirst().dropLast() }
        guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        key = String(decoding: bytes, as: UTF8.self)
    }
}
