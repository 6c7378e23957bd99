/// The ids that a provider accepts for calls.
///
/// A conversation may contain ids of other providers, and of clients. An id that is not accepted is replaced by a digest of it. The
/// substitute depends on the id alone, so a call and its output keep one id, and different ids stay different.
struct CallIDRule: Sendable, Hashable {
    /// The numbers of bytes that an id may have.
    let length: ClosedRange<Int>
    /// The bytes that an id may have beside ASCII letters and digits; `nil` if it may have any.
    let punctuation: [UInt8]?

    /// Any characters, at most `maximumLength` bytes.
    static func any(maximumLength: Int) -> CallIDRule { CallIDRule(length: 1...maximumLength, punctuation: nil) }

    /// Letters and digits, and exactly `length` of them.
    static func alphanumeric(length: Int) -> CallIDRule { CallIDRule(length: length...length, punctuation: []) }

    /// Returns the id to send.
    func wireForm(of id: String) -> String {
        guard !accepts(id) else { return id }
        let prefix = punctuation == [] || length.upperBound < Self.longestSubstitute ? "" : Self.prefix
        let room = min(length.upperBound, Self.longestSubstitute) - prefix.utf8.count
        return prefix + StableDigest.text(of: [id], length: room)
    }

    private static let prefix = "call_"
    /// More digits would distinguish no more ids.
    private static let longestSubstitute = 26

    private func accepts(_ id: String) -> Bool {
        guard length.contains(id.utf8.count) else { return false }
        guard let punctuation else { return true }
        return id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: punctuation.contains(byte)
            }
        }
    }
}
