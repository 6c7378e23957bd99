import StreamingJSON

/// One JSON value in the bytes it was written in, read no further than it is asked to.
///
/// For the few fields that a decoder needs of each token: nothing is made of the others. It finds its way by quotes and
/// brackets only, and checks no more than that; whoever needs a whole value parses it with ``value``. It is valid as long as the
/// bytes are.
struct JSONText {
    /// The value, without space around it.
    let bytes: UnsafeBufferPointer<UInt8>

    /// Takes a value with space around it.
    init(trimming bytes: UnsafeBufferPointer<UInt8>) {
        var (start, end) = (0, bytes.count)
        while start < end, JSONTextWalk.isSpace(bytes[start]) { start += 1 }
        while start < end, JSONTextWalk.isSpace(bytes[end - 1]) { end -= 1 }
        self.bytes = UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether this is a string of just these characters, none of them escaped.
    func isString(_ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount + 2, bytes[0] == UInt8(ascii: "\"") else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[index + 1] != text.utf8Start[index] { return false }
        return true
    }

    /// The text, if this is a string.
    var string: String? {
        guard bytes.count >= 2, bytes[0] == UInt8(ascii: "\""), bytes[bytes.count - 1] == UInt8(ascii: "\"") else {
            return nil
        }
        let content = UnsafeBufferPointer(rebasing: bytes[1..<(bytes.count - 1)])
        guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
        return value?.stringValue
    }

    /// The number, if this is a small whole one.
    var int: Int? {
        guard (1...15).contains(bytes.count) else { return nil }
        var number = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// Whether this is `null`.
    var isNull: Bool { bytes.elementsEqual("null".utf8) }

    /// The value, parsed; `nil` when it is not JSON.
    var value: JSONValue? { try? JSONValue(parsing: bytes) }

    /// Calls `body` with each element, in order.
    ///
    /// - Returns: Whether this is an array that is whole.
    func forEachElement(_ body: (_ element: JSONText) -> Void) -> Bool {
        guard bytes.first == UInt8(ascii: "[") else { return false }
        var walk = JSONTextWalk(bytes)
        walk.position = 1
        walk.skipSpace()
        if walk.take(UInt8(ascii: "]")) { return walk.isAtEnd }
        while true {
            walk.skipSpace()
            guard let element = walk.value() else { return false }
            body(JSONText(element))
            walk.skipSpace()
            if walk.take(UInt8(ascii: "]")) { return walk.isAtEnd }
            guard walk.take(UInt8(ascii: ",")) else { return false }
        }
    }

    /// Calls `body` with each member, in order.
    ///
    /// - Returns: Whether this is an object that is whole.
    func forEachMember(_ body: (_ name: JSONText, _ value: JSONText) -> Void) -> Bool {
        guard bytes.first == UInt8(ascii: "{") else { return false }
        var walk = JSONTextWalk(bytes)
        walk.position = 1
        walk.skipSpace()
        if walk.take(UInt8(ascii: "}")) { return walk.isAtEnd }
        while true {
            walk.skipSpace()
            guard walk.next() == UInt8(ascii: "\""), let name = walk.value() else { return false }
            walk.skipSpace()
            guard walk.take(UInt8(ascii: ":")) else { return false }
            walk.skipSpace()
            guard let value = walk.value() else { return false }
            body(JSONText(name), JSONText(value))
            walk.skipSpace()
            if walk.take(UInt8(ascii: "}")) { return walk.isAtEnd }
            guard walk.take(UInt8(ascii: ",")) else { return false }
        }
    }
}

/// A place in JSON text that moves from value to value.
private struct JSONTextWalk {
    private let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    func next() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        position += 1
        return true
    }

    /// The value that begins here, passed over; `nil` when there is none or it is not whole.
    mutating func value() -> UnsafeBufferPointer<UInt8>? {
        let start = position
        let isWhole =
            switch next() {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["): skipContainer()
            default: skipWord()
            }
        return isWhole ? UnsafeBufferPointer(rebasing: bytes[start..<position]) : nil
    }

    private mutating func skipString() -> Bool {
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return true
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return false
    }

    private mutating func skipContainer() -> Bool {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    position += 1
                    return true
                }
            default: break
            }
            position += 1
        }
        return false
    }

    /// A number, `true`, `false` or `null`.
    private mutating func skipWord() -> Bool {
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return position > start
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return false
            case let byte where Self.isSpace(byte): return position > start
            default: position += 1
            }
        }
        return position > start
    }
}
