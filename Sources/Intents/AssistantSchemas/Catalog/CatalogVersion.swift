/// The version of a catalog: the month of its facts, such as `2026-11`.
public struct CatalogVersion: Sendable, Hashable, Comparable, LosslessStringConvertible {
    /// The year.
    public let year: Int

    /// The month, from 1 to 12.
    public let month: Int

    /// Makes a version from four digits, a hyphen and two digits; `nil` for any other text and for no month of the year.
    public init?(_ description: String) {
        let bytes = Array(description.utf8)
        guard bytes.count == 7, bytes[4] == UInt8(ascii: "-"),
            (bytes[..<4] + bytes[5...]).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(description.prefix(4)), let month = Int(description.suffix(2)), (1...12).contains(month)
        else { return nil }
        self.init(year: year, month: month)
    }

    init(year: Int, month: Int) {
        self.year = year
        self.month = month
    }

    /// The text, as in registrations.
    public var description: String {
        let digits = String(year)
        return String(repeating: "0", count: 4 - digits.count) + digits + (month < 10 ? "-0" : "-") + String(month)
    }

    /// Returns whether one version is older than another.
    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month) < (right.year, right.month)
    }
}
