/// The token in a field `Authorization: Bearer <token>` (RFC 6750 §2.1, RFC 9110 §11.6.2).
public struct BearerCredentials: Sendable, Hashable {
    /// The maximum length of the field, in bytes.
    public static let longest = 4096

    /// The maximum length of the field with a signed token (RFC 7515 §3.1), in bytes: the token has up to 8,192.
    public static let longestSigned = 8192 + 64

    /// The token: printable ASCII without surrounding spaces.
    public let token: String

    /// Reads a field's value by its bytes; `nil` for another scheme, no token, bytes other than printable ASCII, or a longer field.
    public init?(_ value: String) {
        let length = value.utf8.count
        guard length <= Self.longestSigned else { return nil }
        let bytes = Array(value.utf8).trimmingOptionalSpace
        // Schemes are compared without case (RFC 9110 §11.1).
        guard let space = bytes.firstIndex(of: 0x20), bytes[..<space].isASCIIEqual(to: "bearer") else { return nil }
        let token = bytes[space...].trimmingOptionalSpace
        guard !token.isEmpty, token.allSatisfy({ (0x20...0x7E).contains($0) }),
            length <= Self.longest || Self.isSigned(token)
        else { return nil }
        self.token = String(decoding: token, as: UTF8.self)
    }

    /// Whether a field's value has this scheme, and characters after it that no token has, such as the … of a placeholder.
    public static func haveForeignCharacters(_ value: String) -> Bool {
        let ascii = value.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? Character($0) : "?" }
        return Self(value) == nil && Self(String(ascii)) != nil
    }

    /// Whether a token has the form of a signed one: three parts, of which the first one starts a JSON object.
    private static func isSigned(_ token: some Collection<UInt8>) -> Bool {
        token.starts(with: "ey".utf8) && token.count { $0 == UInt8(ascii: ".") } == 2
    }
}
