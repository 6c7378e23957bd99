import Crypto

/// SHA-256 as hexadecimal digits.
enum Digest {
    /// Returns the first digits of the hash of the bytes.
    static func hex(_ bytes: some Sequence<UInt8>, digits: Int) -> String {
        let hash = SHA256.hash(data: Array(bytes))
        let alphabet = Array("0123456789abcdef")
        return String(hash.flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }.prefix(digits))
    }
}
