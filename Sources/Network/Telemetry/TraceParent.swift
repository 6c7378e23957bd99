/// The field `traceparent`: `00-<trace id>-<parent id>-<flags>`, all in lowercase hexadecimal digits.
struct TraceParent: Equatable {
    /// The number of bytes in version 00; later versions may have more after a hyphen.
    private static let length = 55
    /// The largest number of bytes that is read for later versions, with the blanks around them.
    private static let longest = 256

    var traceID: String
    var parentID: String
    var isSampled: Bool

    /// Reads a value; `nil` when it is not valid, or longer than 256 bytes.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let bytes = Array(text.utf8.trimmingSpace)
        guard bytes.count >= Self.length else { return nil }
        let hyphen = UInt8(ascii: "-")
        guard bytes[2] == hyphen, bytes[35] == hyphen, bytes[52] == hyphen else { return nil }
        guard let version = Self.hex(bytes[0..<2]), version != "ff",
            let traceID = Self.hex(bytes[3..<35]), traceID.contains(where: { $0 != "0" }),
            let parentID = Self.hex(bytes[36..<52]), parentID.contains(where: { $0 != "0" }),
            let flags = Self.hex(bytes[53..<55]).flatMap({ UInt8($0, radix: 16) })
        else {
            return nil
        }
        if bytes.count > Self.length {
            guard version != "00", bytes[Self.length] == hyphen else { return nil }
        }
        self.traceID = traceID
        self.parentID = parentID
        isSampled = flags & 1 == 1
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String? {
        let isHex = bytes.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        return isHex ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without the blanks and tabs around them, which do not belong to a field's value (RFC 9110 §5.5).
    var trimmingSpace: SubSequence {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let head = self.drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return head }
        return head[...last]
    }
}
