/// The field `tracestate`: a list of up to 32 members, each of a key and a value, for tracing systems.
enum TraceState {
    private static let maximumMembers = 32
    /// As much as every system on the way has to pass on.
    private static let maximumBytes = 512

    /// The list as it is passed on, in its order; `nil` when it is empty or not valid.
    ///
    /// - Parameter values: The field's values, in order.
    static func checked(_ values: [String]) -> String? {
        let members = values.flatMap { $0.split(separator: ",") }.map(\.trimmingSpace).filter { !$0.isEmpty }
        guard !members.isEmpty, members.count <= maximumMembers else { return nil }
        var keys: Set<Substring> = []
        for member in members {
            guard let equals = member.firstIndex(of: "="), isKey(member[..<equals]),
                isValue(member[member.index(after: equals)...]), keys.insert(member[..<equals]).inserted
            else {
                return nil
            }
        }
        return shortened(members).joined(separator: ",")
    }

    /// Members that are too long go first, and then the last ones, until the list is short enough; so the standard asks.
    private static func shortened(_ members: [Substring]) -> [Substring] {
        var members = members
        func length() -> Int { members.reduce(members.count - 1) { $0 + $1.utf8.count } }
        while length() > maximumBytes, let long = members.lastIndex(where: { $0.utf8.count > 128 }) {
            members.remove(at: long)
        }
        while length() > maximumBytes { members.removeLast() }
        return members
    }

    /// `key`, or `tenant@system`.
    private static func isKey(_ key: Substring) -> Bool {
        let parts = key.split(separator: "@", omittingEmptySubsequences: false)
        switch parts.count {
        case 1: return isWord(parts[0], atMost: 256, mayBeginWithDigit: false)
        case 2:
            return isWord(parts[0], atMost: 241, mayBeginWithDigit: true)
                && isWord(parts[1], atMost: 14, mayBeginWithDigit: false)
        default: return false
        }
    }

    private static func isWord(_ word: Substring, atMost length: Int, mayBeginWithDigit: Bool) -> Bool {
        guard let first = word.utf8.first, word.utf8.count <= length else { return false }
        guard isLetter(first) || (mayBeginWithDigit && isDigit(first)) else { return false }
        return word.utf8.allSatisfy { isLetter($0) || isDigit($0) || "_-*/".utf8.contains($0) }
    }

    private static func isValue(_ value: Substring) -> Bool {
        (1...256).contains(value.utf8.count)
            && value.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "=") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
