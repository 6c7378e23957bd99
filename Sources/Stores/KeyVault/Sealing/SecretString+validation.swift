package import KeyLeasing
package import Secrets

extension SecretString {
    /// Returns the text without the white space around it, which a copy often has.
    ///
    /// - Throws: ``KeyVaultError`` if the rest cannot be a key, usually because something else was copied; it repeats nothing of it.
    package func asKey(_ form: KeyForm = .token) throws(KeyVaultError) -> SecretString {
        let key = withBytes { bytes in
            let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
            let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
            let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
            return SecretString(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
        let fault = key.withBytes { bytes -> String? in
            // A key with parts is a JSON object, whose texts may have any character.
            let isToken = form == .token && bytes.first != UInt8(ascii: "{")
            return if bytes.isEmpty {
                "The key is empty. Paste it again."
            } else if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
                "The key has a line break or another control character inside. Paste it again in one line."
            } else if isToken, bytes.contains(0x20) {
                "The key has a space inside, which no key of this kind has. Copy the key alone, and paste it again."
            } else if isToken, bytes.contains(where: { $0 > 0x7E }) {
                "The key has a character that no key of this kind has, such as the … of a shortened display. Copy the whole key, and "
                    + "paste it again."
            } else {
                nil
            }
        }
        if let fault { throw KeyVaultError(.invalidSecret, fault) }
        return key
    }

    /// The last four characters of a key of at least twelve; nil for a shorter key, and if one of the four is not plain ASCII.
    package var lastFour: String? {
        withBytes { bytes in
            let end = bytes.suffix(4)
            guard bytes.count >= 12, end.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            return String(decoding: end, as: UTF8.self)
        }
    }
}
