import Crypto
import FoundationEssentials
import Secrets

/// A key that seals all other keys.
///
/// It is kept outside the database, because the two together reveal every secret.
public struct MasterKey: Sendable {
    /// A short fingerprint that names the key without revealing it.
    public let id: String

    let key: SymmetricKey

    /// Makes a key from 32 bytes.
    init(bytes: some ContiguousBytes) {
        key = SymmetricKey(data: bytes)
        id = HMAC<SHA256>.authenticationCode(for: Array("torii master key id".utf8), using: key).hexadecimal(bytes: 4)
    }

    /// Returns a new random key.
    public static func random() -> MasterKey {
        MasterKey(bytes: SymmetricKey(size: .bits256))
    }

    /// Decodes a key from base64.
    /// - Parameters:
    ///   - text: The key's text; white space around it is ignored.
    ///   - source: The origin of the text, for the error message.
    init(base64 text: UnsafeRawBufferPointer, from source: String) throws(KeyVaultError) {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
        let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
        guard let decoded = Base64.decoded(text[start..<end]) else {
            throw KeyVaultError(
                .masterKeyMalformed,
                "\(source) does not hold a master key: it must be 32 bytes in base64, as `openssl rand -base64 32` prints them. "
                    + "If it was changed by mistake, put it back from your backup."
            )
        }
        guard decoded.count == 32 else {
            throw KeyVaultError(
                .masterKeyMalformed,
                "\(source) holds \(decoded.count) bytes, but a master key has 32. Make one with `openssl rand -base64 32`, or put "
                    + "the right one back from your backup."
            )
        }
        self = decoded.withBytes { MasterKey(bytes: $0) }
    }
}

extension MasterKey: CustomStringConvertible, CustomReflectable {
    /// The id, without the key.
    public var description: String { "master key \(id)" }

    /// A mirror without children, so that `dump` shows nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Sequence<UInt8> {
    /// Returns the first bytes as lower-case hexadecimal digits.
    func hexadecimal(bytes count: Int) -> String {
        prefix(count).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
