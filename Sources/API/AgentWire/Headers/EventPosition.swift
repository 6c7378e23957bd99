/// A position in a run's events, as in `Last-Event-ID` and `?after=`: `<run>:<number>`, or the number alone.
public struct EventPosition: Sendable, Hashable {
    /// The maximum length of the text, in bytes.
    public static let longest = 256

    /// The number of the last event that the reader has received; -1 before the first.
    public let number: Int

    /// Reads a text by its bytes; `nil` for another run, a number outside of -1 to `Int.max - 1`, or a longer text.
    public init?(_ text: String, run: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var digits = text.utf8[...]
        if digits.starts(with: run.utf8) {
            let rest = digits.dropFirst(run.utf8.count)
            if rest.first == UInt8(ascii: ":") { digits = rest.dropFirst() }
        }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), (-1..<Int.max).contains(number) else {
            return nil
        }
        self.number = number
    }
}
