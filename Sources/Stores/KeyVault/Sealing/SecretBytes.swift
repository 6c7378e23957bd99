import Crypto
package import FoundationEssentials
import Secrets

extension Data {
    /// Overwrites the bytes.
    ///
    /// The data must be the only reference to its bytes; otherwise only a copy is overwritten.
    package mutating func wipe() {
        withUnsafeMutableBytes { $0.wipe() }
    }
}

extension SecretString {
    /// Copies opened bytes into a secret and wipes their buffer.
    init(wiping opened: inout Data) {
        self = opened.withUnsafeBytes { SecretString(copying: $0) }
        opened.wipe()
    }
}

extension SymmetricKey {
    /// Returns a key for one purpose, derived by HKDF-SHA256; keys of two purposes reveal nothing about each other.
    func derived(for purpose: [String]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: self, info: Identity.encoded(purpose), outputByteCount: 32)
    }

    /// Returns the HMAC-SHA256 of a secret and leaves no part of the secret in the hash function's buffer.
    func authenticationCode(forSecret bytes: UnsafeRawBufferPointer) -> HMAC<SHA256>.MAC {
        var code = HMAC<SHA256>(key: self)
        code.update(data: bytes)
        // The result is computed from a copy, so the incomplete last block stays in this value's buffer. Filling the block with
        // zeros overwrites it.
        defer { code.update(data: [UInt8](repeating: 0, count: SHA256.blockByteCount)) }
        return code.finalize()
    }
}

/// An unambiguous encoding of a list of names: two different lists never have the same bytes.
enum Identity {
    /// Returns the names, each preceded by its length.
    static func encoded(_ names: [String]) -> [UInt8] {
        names.flatMap { name in
            let bytes = Array(name.utf8)
            return withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Array($0) } + bytes
        }
    }
}
