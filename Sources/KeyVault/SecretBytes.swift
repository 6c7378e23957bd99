import Crypto
import FoundationEssentials
import Glibc
import Secrets

extension Array where Element == UInt8 {
    /// Overwrites the bytes.
    ///
    /// It reaches the memory that others see only while this is the array's one copy.
    mutating func wipe() {
        withUnsafeMutableBytes { bytes in
            if let address = bytes.baseAddress { explicit_bzero(address, bytes.count) }
        }
    }
}

extension Data {
    /// Overwrites the bytes.
    ///
    /// It reaches the memory that others see only while this is the data's one copy.
    mutating func wipe() {
        withUnsafeMutableBytes { bytes in
            if let address = bytes.baseAddress { explicit_bzero(address, bytes.count) }
        }
    }
}

extension SecretString {
    /// Takes opened bytes over and wipes the buffer that they came in.
    init(wiping opened: inout Data) {
        var bytes = Array(opened)
        self.init(utf8: bytes)
        bytes.wipe()
        opened.wipe()
    }
}

extension SymmetricKey {
    /// A key of its own for one purpose, derived by HKDF-SHA256; keys of two purposes say nothing about each other.
    func derived(for purpose: [String]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: self, info: Identity.encoded(purpose), outputByteCount: 32)
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
