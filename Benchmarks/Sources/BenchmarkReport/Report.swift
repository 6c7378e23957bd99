import Foundation

/// Prints rows as they come, and remembers whether one missed its bar.
public struct Report {
    private var missed = 0

    /// A report without rows; scripts/bench draws the header and joins the rows of several benchmarks.
    public init() {}

    /// Prints a row at once.
    public mutating func add(_ row: ReportRow) {
        if row.isMissed { missed += 1 }
        FileHandle.standardOutput.write(Data((row.line + "\n").utf8))
    }

    /// Tells the person who waits what is going on; it is not part of the table.
    public func note(_ text: String) {
        FileHandle.standardError.write(Data(("    " + text + "\n").utf8))
    }

    /// What the program should exit with: 3 when a bar was missed.
    public var exitCode: Int32 { missed == 0 ? 0 : 3 }
}
