import Foundation

/// The declarations of Apple's that this module does without, each line with its reason.
///
/// A line is `<kind> <path>: <reason>` for one declaration, or `<path>.*: <reason>` for a type and all that is in it. Empty lines
/// and those that begin with `#` are for the reader.
struct AllowList {
    /// One line.
    struct Line: Hashable {
        /// Where it stands in the file.
        var number: Int
        /// What it allows to be missing.
        var pattern: String
        /// Why.
        var reason: String

        /// Whether the line speaks of a declaration.
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

    /// The lines that no report needed, because nothing that they name is missing.
    func staleLines(after reports: [ParityReport]) -> [Line] {
        let used = reports.reduce(into: Set()) { $0.formUnion($1.usedLines) }
        return lines.filter { !used.contains($0) }
    }

    /// A line that does not say why.
    struct Fault: Error, CustomStringConvertible {
        var number: Int
        var description: String { "line \(number) of the allow-list needs ': ' and a reason after the declaration" }
    }
}
