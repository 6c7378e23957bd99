/// The id of a response: `resp_`, the run's id without its prefix and, for an answer after waits of the run, `_` and their number.
public struct ResponseID: Sendable, Hashable, CustomStringConvertible {
    /// The run's id.
    public var run: String
    /// The number of waits of the run before the answer.
    public var waits: Int

    /// Makes an id.
    public init(run: String, after waits: Int = 0) { (self.run, self.waits) = (run, waits) }

    private static let prefix = "resp_"
    /// The maximum number of bytes in an id; a run's id is much shorter.
    private static let longest = 128

    /// Reads an id; `nil` if this server did not make it.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: "_", omittingEmptySubsequences: false)
        guard let run = parts.first, !run.isEmpty, run.utf8.allSatisfy(Self.isIDByte), parts.count <= 2 else {
            return nil
        }
        waits = 0
        if parts.count == 2 {
            guard let number = Int(decimal: Array(parts[1].utf8)[...]), number > 0, !parts[1].hasPrefix("0") else {
                return nil
            }
            waits = number
        }
        self.run = "run_\(run)"
    }

    /// The id in the form that the client sees.
    public var description: String {
        "\(Self.prefix)\(ClientCallID.withoutPrefix(run))" + (waits > 0 ? "_\(waits)" : "")
    }

    static func isIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// The id of a request for a person's decision: `mcpr_`, the run's id without its prefix, `_` and the id of the call.
public struct ApprovalRequestID: Sendable, Hashable, CustomStringConvertible {
    /// The run's id.
    public var run: String
    /// The call's id within the run.
    public var call: String

    /// Makes an id.
    public init(run: String, call: String) { (self.run, self.call) = (run, call) }

    private static let prefix = "mcpr_"
    private static let longest = 512

    /// Reads an id; `nil` if this server did not make it.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let rest = text.dropFirst(Self.prefix.count)
        guard let separator = rest.firstIndex(of: "_"), separator > rest.startIndex,
            rest[..<separator].utf8.allSatisfy(ResponseID.isIDByte)
        else {
            return nil
        }
        (run, call) = ("run_\(rest[..<separator])", String(rest[rest.index(after: separator)...]))
    }

    /// The id in the form that the client sees.
    public var description: String { "\(Self.prefix)\(ClientCallID.withoutPrefix(run))_\(call)" }
}
