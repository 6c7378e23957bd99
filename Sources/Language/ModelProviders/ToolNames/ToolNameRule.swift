/// The names that a provider accepts for tools; each dialect has its rule in its own folder.
enum ToolNameRule: Sendable, Equatable {
    /// Any name.
    case any

    /// ASCII letters, digits and the bytes of `punctuation`.
    ///
    /// - Parameters:
    ///   - beginsWithLetter: Whether the first byte must be a letter or an underscore.
    case ascii(punctuation: [UInt8], maximumLength: Int, beginsWithLetter: Bool = false)
}

// MARK: Names

extension ToolNameRule {
    /// The number of letters of the digest, which distinguishes the substitutes of different names.
    private static let digestLength = 8

    /// Whether the provider accepts the name.
    func accepts(_ name: String) -> Bool {
        guard case .ascii(_, let maximumLength, let beginsWithLetter) = self else { return true }
        guard let first = name.utf8.first, name.utf8.count <= maximumLength else { return false }
        return (!beginsWithLetter || Self.isLetterOrUnderscore(first)) && name.utf8.allSatisfy(allows)
    }

    /// Returns a name that the provider accepts, derived from `name` alone.
    ///
    /// It starts with the accepted bytes of the name, which a model may understand, and ends with a digest of the whole name.
    ///
    /// - Parameter attempt: The number of earlier substitutes of the same name that belong to other tools.
    func substitute(for name: String, attempt: UInt64 = 0) -> String {
        guard case .ascii(_, let maximumLength, let beginsWithLetter) = self else { return name }
        let room = maximumLength - Self.digestLength - 1
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            guard bytes.count < room else { break }
            if allows(byte) {
                bytes.append(byte)
            } else if bytes.last != UInt8(ascii: "_") {
                bytes.append(UInt8(ascii: "_"))
            }
        }
        while bytes.last == UInt8(ascii: "_") { bytes.removeLast() }
        while bytes.first == UInt8(ascii: "_") { bytes.removeFirst() }
        if !bytes.contains(where: Self.isLetterOrDigit) { bytes = Array("tool".utf8) }
        if beginsWithLetter, !Self.isLetterOrUnderscore(bytes[0]) {
            bytes = [UInt8(ascii: "_")] + bytes.prefix(room - 1)
        }
        return String(decoding: bytes, as: UTF8.self) + "_" + Self.digest(of: name, attempt)
    }

    private func allows(_ byte: UInt8) -> Bool {
        guard case .ascii(let punctuation, _, _) = self else { return true }
        return Self.isLetterOrDigit(byte) || punctuation.contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func isLetterOrUnderscore(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || isLetterOrDigit(byte) && byte > UInt8(ascii: "9")
    }

    private static func digest(of name: String, _ attempt: UInt64) -> String {
        // FNV-1a, then mixed as in splitmix64. The hash of Swift's standard library differs from process to process, and a conversation
        // that is continued after a restart must contain the same names.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        hash &+= attempt &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        hash ^= hash >> 31
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        let digest = (0..<digestLength).map { letters[Int(hash >> (5 * UInt64($0)) & 31)] }
        return String(decoding: digest, as: UTF8.self)
    }
}
