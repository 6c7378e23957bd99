import Foundation

/// Prints rows at once, and remembers whether one missed its bar.
public struct Report {
    private var missed = 0

    /// Makes a report without rows; scripts/bench prints the header and joins the rows of several benchmarks.
    public init() {}

    /// Prints a row.
    public mutating func add(_ row: ReportRow) {
        if row.isMissed { missed += 1 }
        FileHandle.standardOutput.write(Data((row.line + "\n").utf8))
    }

    /// Prints the progress to standard error; it is not part of the table.
    public func printProgress(_ text: String) {
        FileHandle.standardError.write(Data(("    " + text + "\n").utf8))
    }

    /// The exit code of the program: 3 if a bar was missed.
    public var exitCode: Int32 { missed == 0 ? 0 : 3 }
}
