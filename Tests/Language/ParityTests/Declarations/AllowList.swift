import Foundation

/// The declarations of Apple's framework that this module lacks, each with its reason.
///
/// A line is `<kind> <path>: <reason>` for one declaration, or `<path>.*: <reason>` for a type and all its members.
/// Empty lines and comments, which start with `#`, are ignored.
struct AllowList {
    /// A line of the file.
    struct Line: Hashable {
        /// The number of the line.
        var number: Int
        /// The pattern of declarations that may be missing.
        var pattern: String
        /// The reason.
        var reason: String

        /// Returns whether the line covers a declaration.
        func matches(_ declaration: Declaration) -> Bool {
            guard pattern.hasSuffix(".*") else { return pattern == declaration.description }
            let type = pattern.dropLast(2)
            return declaration.path == type || declaration.path.hasPrefix("\(type).")
                || declaration.path.hasPrefix("\(type)(")
        }
    }

    let lines: [Line]

    /// Reads the file.
    ///
    /// - Throws: ``Fault`` for a line without a reason.
    init(_ text: String) throws(Fault) {
        var lines: [Line] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { continue }
            // The labels of a declaration have colons too, but no space after them.
            guard let colon = line.firstRange(of: ": ") else { throw Fault(number: index + 1) }
            let reason = line[colon.upperBound...].drop(while: \.isWhitespace)
            guard !reason.isEmpty else { throw Fault(number: index + 1) }
            lines.append(
                Line(number: index + 1, pattern: String(line[..<colon.lowerBound]), reason: String(reason))
            )
        }
        self.lines = lines
    }

    /// Returns the lines that no report used, because nothing that they name is missing.
    func staleLines(after reports: [ParityReport]) -> [Line] {
        let used = reports.reduce(into: Set()) { $0.formUnion($1.usedLines) }
        return lines.filter { !used.contains($0) }
    }

    /// The error of a line without a reason.
    struct Fault: Error, CustomStringConvertible {
        var number: Int
        var description: String { "line \(number) of the allow-list needs ': ' and a reason after the declaration" }
    }
}
