/// The id of a call of the client's tool in chat completions: `call_`, the run's id without its prefix, `_` and the number of
/// the call's item.
///
/// It identifies the run that waits for the output. It cannot be guessed, because the run's id has random bits.
public struct ClientCallID: Sendable, Hashable, CustomStringConvertible {
    /// The run's id.
    public var run: String
    /// The number of the call's item.
    public var item: Int

    /// Makes an id.
    public init(run: String, item: Int) { (self.run, self.item) = (run, item) }

    /// The maximum number of bytes in an id; a run's id is much shorter.
    private static let longest = 128
    private static let prefix = "call_"

    /// Reads an id; `nil` if this server did not make it.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count <= Self.longest, bytes.starts(with: Self.prefix.utf8),
            let separator = bytes.lastIndex(of: UInt8(ascii: "_"))
        else {
            return nil
        }
        let start = bytes.index(bytes.startIndex, offsetBy: Self.prefix.utf8.count)
        guard start < separator, bytes[start..<separator].allSatisfy(Self.isIDByte) else { return nil }
        let digits = bytes[bytes.index(after: separator)...]
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let item = Int(Substring(digits)), digits.count == 1 || digits.first != UInt8(ascii: "0")
        else {
            return nil
        }
        self.init(run: "run_" + text[start..<separator], item: item)
    }

    /// The id in the form that the client sees.
    public var description: String { "\(Self.prefix)\(Self.withoutPrefix(run))_\(item)" }

    private static func isIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// Returns the id of a call in the form that the client sees; in a log without item numbers, the id of the call.
    static func of(_ call: RunItem.ToolCall, item: Int, in run: String) -> String {
        item == RunItem.unnumbered ? call.id : ClientCallID(run: run, item: item).description
    }

    /// Returns a run's id without its prefix.
    static func withoutPrefix(_ run: String) -> Substring {
        run.utf8.starts(with: "run_".utf8) ? run.dropFirst(4) : run[...]
    }
}
