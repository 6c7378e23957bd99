import Crypto
package import FoundationEssentials
import Secrets

extension Data {
    /// Overwrites the bytes.
    ///
    /// It reaches the memory that others see only while this is the data's one copy.
    package mutating func wipe() {
        withUnsafeMutableBytes { $0.wipe() }
    }
}

extension SecretString {
    /// Takes opened bytes over and wipes the buffer that they came in.
    init(wiping opened: inout Data) {
        self = opened.withUnsafeBytes { SecretString(copying: $0) }
        opened.wipe()
    }
}

extension SymmetricKey {
    /// A key of its own for one purpose, derived by HKDF-SHA256; keys of two purposes say nothing about each other.
    func derived(for purpose: [String]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: self, info: Identity.encoded(purpose), outputByteCount: 32)
    }

    /// The HMAC-SHA256 of a secret, of which nothing stays behind in the hash function's own buffer.
    func authenticationCode(forSecret bytes: UnsafeRawBufferPointer) -> HMAC<SHA256>.MAC {
        var code = HMAC<SHA256>(key: self)
        code.update(data: bytes)
        // The result is made from a copy; the block that was not full would stay here until the memory is used again. Filling it
        // up makes it an empty one.
        defer { code.update(data: [UInt8](repeating: 0, count: SHA256.blockByteCount)) }
        return code.finalize()
    }
}

/// Names put together so that no two lists of names give the same bytes.
enum Identity {
    /// Each name with its length before it.
    static func encoded(_ names: [String]) -> [UInt8] {
        names.flatMap { name in
            let bytes = Array(name.utf8)
            return withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Array($0) } + bytes
        }
    }
}
