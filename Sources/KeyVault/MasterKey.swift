import Crypto
import FoundationEssentials
public import Secrets

/// The one key that seals all others.
///
/// Whoever holds it and the database holds every secret, so it lives outside the database.
public struct MasterKey: Sendable {
    /// A short fingerprint that names the key without giving it away.
    public let id: String

    let key: SymmetricKey

    /// Takes a key of 32 bytes.
    init(bytes: some ContiguousBytes) {
        key = SymmetricKey(data: bytes)
        id = HMAC<SHA256>.authenticationCode(for: Array("torii master key id".utf8), using: key).hexadecimal(bytes: 4)
    }

    /// Makes a new random key.
    public static func random() -> MasterKey {
        MasterKey(bytes: SymmetricKey(size: .bits256))
    }

    /// Reads the master key from the environment's value if there is one, else from its file.
    /// - Parameters:
    ///   - environmentValue: What `TORII_MASTER_KEY` holds: 32 bytes in base64.
    ///   - path: The key's file; it must be readable by its owner only.
    ///   - creatingIfMissing: Whether a missing file is made, with a new random key and mode 0600. Only right while nothing is
    ///     sealed yet: ask ``KeyVault/isSealed(_:)`` first.
    public static func load(
        environmentValue: SecretString?,
        file path: String,
        creatingIfMissing: Bool
    ) throws(KeyVaultError) -> MasterKey {
        if let environmentValue, !environmentValue.isEmpty {
            return try environmentValue.withBytes { bytes throws(KeyVaultError) in
                try MasterKey(base64: bytes, from: "TORII_MASTER_KEY")
            }
        }
        let file = MasterKeyFile(path: path)
        if let key = try file.read() { return key }
        guard creatingIfMissing else {
            throw KeyVaultError(
                .masterKeyMissing,
                "There is no master key in \(path), and a new one could not open what is sealed already. Put the file back from "
                    + "your backup, or set TORII_MASTER_KEY; nothing was changed."
            )
        }
        try file.create(.random())
        // Another process may have been quicker; what is in the file now is what counts.
        guard let key = try file.read() else {
            throw KeyVaultError(
                .masterKeyUnreadable,
                "The master key file \(path) was removed right after it was made."
            )
        }
        return key
    }

    /// Decodes a key from base64, with or without white space around it.
    init(base64 bytes: some BidirectionalCollection<UInt8>, from source: String) throws(KeyVaultError) {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let trimmed = bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        var text = Data(trimmed)
        defer { text.wipe() }
        guard var decoded = Data(base64Encoded: text) else {
            throw KeyVaultError(
                .masterKeyMalformed,
                "\(source) does not hold a master key: it must be 32 bytes in base64, as `openssl rand -base64 32` prints them. "
                    + "If it was changed by mistake, put it back from your backup."
            )
        }
        defer { decoded.wipe() }
        guard decoded.count == 32 else {
            throw KeyVaultError(
                .masterKeyMalformed,
                "\(source) holds \(decoded.count) bytes, but a master key has 32. Make one with `openssl rand -base64 32`, or put "
                    + "the right one back from your backup."
            )
        }
        self.init(bytes: decoded)
    }
}

extension MasterKey: CustomStringConvertible, CustomReflectable {
    /// The id alone.
    public var description: String { "master key \(id)" }

    /// A mirror without children, so that `dump` shows nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Sequence<UInt8> {
    /// The first bytes as lower-case hexadecimal digits.
    func hexadecimal(bytes count: Int) -> String {
        prefix(count).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
