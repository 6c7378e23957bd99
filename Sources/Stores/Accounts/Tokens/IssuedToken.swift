import Crypto
import FoundationEssentials
import KeyVault
public import Secrets

/// A newly issued token; no other copy of it exists.
public struct IssuedToken: Sendable {
    /// The client after the issue.
    public var client: ClientDescription

    /// The token's id, for its revocation.
    public var id: String

    /// The token, to be shown once.
    public var token: SecretString
}

extension SecretString {
    /// Returns a new access token: `torii_` and 32 random bytes in base64 for URLs, without padding.
    static func accessToken() -> SecretString { random(byteCount: 32, after: "torii_") }

    /// Returns random bytes in base64 for URLs, without padding.
    ///
    /// - Parameter prefix: The text before them.
    static func random(byteCount: Int, after prefix: String = "") -> SecretString {
        var bytes = Array(prefix.utf8)
        defer { bytes.wipe() }
        var encoded = SymmetricKey(size: .init(bitCount: byteCount * 8)).withUnsafeBytes {
            Data($0).base64EncodedData()
        }
        defer { encoded.wipe() }
        for byte in encoded {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "_"))
            case UInt8(ascii: "="): break
            default: bytes.append(byte)
            }
        }
        return SecretString(utf8: bytes)
    }
}
