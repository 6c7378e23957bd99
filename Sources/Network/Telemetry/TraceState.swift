/// The field `tracestate`: a list of up to 32 members for tracing systems, each with a key and a value.
enum TraceState {
    private static let maximumMembers = 32
    /// The number of bytes that every system must at least forward.
    private static let maximumBytes = 512
    /// The largest number of bytes that is read, which leaves space for members that are dropped.
    private static let longest = 8192

    /// Returns the list to forward, in its order; `nil` when it is empty, not valid, or longer than 8,192 bytes.
    ///
    /// - Parameter values: The field's values, in order.
    static func checked(_ values: [String]) -> String? {
        guard values.reduce(0, { $0 + $1.utf8.count }) <= longest else { return nil }
        let members = values.flatMap { Array($0.utf8).split(separator: UInt8(ascii: ",")) }.map(\.trimmingSpace)
            .filter { !$0.isEmpty }
        guard !members.isEmpty, members.count <= maximumMembers else { return nil }
        var keys: Set<ArraySlice<UInt8>> = []
        for member in members {
            guard let equals = member.firstIndex(of: UInt8(ascii: "=")), isKey(member[..<equals]),
                isValue(member[(equals + 1)...]), keys.insert(member[..<equals]).inserted
            else {
                return nil
            }
        }
        return shortened(members).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    }

    /// Drops long members first, and then the last ones, until the list is short enough, as the standard asks.
    private static func shortened(_ members: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        var members = members
        func length() -> Int { members.reduce(members.count - 1) { $0 + $1.count } }
        while length() > maximumBytes, let long = members.lastIndex(where: { $0.count > 128 }) {
            members.remove(at: long)
        }
        while length() > maximumBytes { members.removeLast() }
        return members
    }

    /// Whether the bytes are `key` or `tenant@system`.
    private static func isKey(_ key: ArraySlice<UInt8>) -> Bool {
        let parts = key.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        switch parts.count {
        case 1: return isWord(parts[0], atMost: 256, mayBeginWithDigit: false)
        case 2:
            return isWord(parts[0], atMost: 241, mayBeginWithDigit: true)
                && isWord(parts[1], atMost: 14, mayBeginWithDigit: false)
        default: return false
        }
    }

    private static func isWord(_ word: ArraySlice<UInt8>, atMost length: Int, mayBeginWithDigit: Bool) -> Bool {
        guard let first = word.first, word.count <= length else { return false }
        guard isLetter(first) || (mayBeginWithDigit && isDigit(first)) else { return false }
        return word.allSatisfy { isLetter($0) || isDigit($0) || "_-*/".utf8.contains($0) }
    }

    private static func isValue(_ value: ArraySlice<UInt8>) -> Bool {
        (1...256).contains(value.count)
            && value.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "=") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
