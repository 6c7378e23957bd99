public import FoundationEssentials

/// The end of the audit chain at one moment: the number of rows, and the hash of the last one.
///
/// A copy of it elsewhere, such as on paper or in the log of another machine, shows later whether anything before it was changed, even
/// if the whole database was replaced by an older copy.
public struct AuditHead: Sendable, Hashable {
    /// The place of the last row, which is the number of rows.
    public var count: Int

    /// The hash of the last row.
    public var hash: Data

    /// Makes a head.
    public init(count: Int, hash: Data) {
        self.count = count
        self.hash = hash
    }
}

extension AuditHead: LosslessStringConvertible {
    /// The count, a colon, and the hash in hexadecimal digits.
    public var description: String {
        let digits = hash.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        return "\(count):\(digits.joined())"
    }

    /// Reads the form that ``description`` writes; `nil` for anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), count > 0, parts[1].utf8.count == 64 else { return nil }
        var bytes: [UInt8] = []
        var rest = parts[1]
        while !rest.isEmpty {
            guard !rest.hasPrefix("+"), let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        self.init(count: count, hash: Data(bytes))
    }
}
