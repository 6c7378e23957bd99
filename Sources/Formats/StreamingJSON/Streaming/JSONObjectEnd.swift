/// Detects the end of a JSON object that arrives in pieces, without parsing it.
package struct JSONObjectEnd: Sendable {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// Whether the last brace was read.
    package private(set) var isReached = false

    /// Makes a detector at the start of an object.
    package init() {}

    /// Reads the next piece.
    package mutating func read(_ piece: String) {
        for byte in piece.utf8 { read(byte) }
    }

    /// Reads bytes up to the end of the object, and returns how many of them belong to it.
    package mutating func readToEnd(_ bytes: some Sequence<UInt8>) -> Int {
        var count = 0
        for byte in bytes {
            if isReached { break }
            read(byte)
            count += 1
        }
        return count
    }

    private mutating func read(_ byte: UInt8) {
        if isInString {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""): isInString = false
            default: break
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if depth == 0 { isReached = true }
        default: break
        }
    }
}
