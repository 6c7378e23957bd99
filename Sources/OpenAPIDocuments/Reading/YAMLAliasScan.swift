/// A search for aliases in the bytes of a YAML file, before it is parsed.
///
/// The parser hashes every name of a mapping. With an alias inside a name, the hash can need exponential time, so such a file
/// is refused before it is parsed. The search is approximate: an alias counts only if its name is also an anchor's.
struct YAMLAliasScan {
    /// The number of aliases.
    private(set) var aliases = 0
    /// Whether an alias may be part of a name.
    private(set) var hasAliasInName = false

    init(_ bytes: [UInt8]) {
        let anchors = Self.marks(UInt8(ascii: "&"), in: bytes)
        guard !anchors.isEmpty else { return }
        let names = Set(anchors.map { bytes[$0] })
        for range in Self.marks(UInt8(ascii: "*"), in: bytes) where names.contains(bytes[range]) {
            aliases += 1
            if Self.isInName(range, bytes) { hasAliasInName = true }
        }
        if aliases > 0, Self.hasExplicitName(bytes) { hasAliasInName = true }
    }

    /// Returns the names after each mark that can start a node.
    private static func marks(_ mark: UInt8, in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == mark, index == 0 || Self.opens(bytes[index - 1]) else { continue }
            var end = index + 1
            while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
            if end > index + 1 {
                found.append(index + 1..<end)
                index = end - 1
            }
        }
        return found
    }

    private static func isInName(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
        var after = range.upperBound
        while after < bytes.count, bytes[after] == 0x20 || bytes[after] == 0x09 { after += 1 }
        if after < bytes.count, bytes[after] == UInt8(ascii: ":") { return true }
        var before = range.lowerBound - 2
        while before >= 0, bytes[before] <= 0x20 { before -= 1 }
        return before >= 0
            && [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: "?")].contains(bytes[before])
    }

    /// Returns whether the file has the sign of a name that is written on its own, `? `.
    private static func hasExplicitName(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { index in
            guard bytes[index] == UInt8(ascii: "?"), index + 1 == bytes.count || bytes[index + 1] <= 0x20 else {
                return false
            }
            var before = index - 1
            while before >= 0, bytes[before] == 0x20 || bytes[before] == 0x09 { before -= 1 }
            return before < 0 || opens(bytes[before])
        }
    }

    private static func opens(_ byte: UInt8) -> Bool { byte <= 0x20 || "[]{},:-?!".utf8.contains(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
