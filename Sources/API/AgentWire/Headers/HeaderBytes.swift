/// The helpers for reading field values by their bytes, because comparing and hashing a `Character` can cost more than linear time.
extension ArraySlice<UInt8> {
    /// The bytes without optional white space around them (RFC 9110 §5.6.3).
    var trimmingOptionalSpace: ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let head = drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return head }
        return head[...last]
    }

    /// Whether these are the bytes of a lowercase ASCII text, in any case.
    func isASCIIEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { zip(self, $0).allSatisfy { $0.loweredASCII == $1 } }
    }

    /// Whether these bytes are a token (RFC 9110 §5.6.2).
    var isHeaderToken: Bool { !isEmpty && allSatisfy(\.isTokenByte) }
}

extension [UInt8] {
    /// The bytes without optional white space around them (RFC 9110 §5.6.3).
    var trimmingOptionalSpace: ArraySlice<UInt8> { self[...].trimmingOptionalSpace }
}

extension UInt8 {
    /// The lowercase letter of an ASCII capital; any other byte unchanged.
    var loweredASCII: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

    fileprivate var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
