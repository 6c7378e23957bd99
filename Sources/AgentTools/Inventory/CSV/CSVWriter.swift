/// Writes comma-separated values (RFC 4180).
///
/// A spreadsheet takes a field that begins with `=`, `+`, `-`, `@`, a tab or a line end for a formula, which may send what is in the
/// table to a stranger. So a text like this gets an apostrophe before it, which spreadsheets read as "text follows"; so does a text
/// that begins with an apostrophe and one of these signs, because reading takes one apostrophe off.
enum CSVWriter {
    /// The text with an apostrophe before it where a spreadsheet would take it for a formula.
    static func guarded(_ text: String) -> String {
        isFormula(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
    }

    /// The text as it was before ``guarded(_:)``.
    static func unguarded(_ text: String) -> String {
        guard text.utf8.first == apostrophe, isFormula(text.utf8.drop { $0 == apostrophe }) else { return text }
        return String(decoding: text.utf8.dropFirst(), as: UTF8.self)
    }

    private static let apostrophe = UInt8(ascii: "'")

    private static func isFormula(_ text: Substring.UTF8View) -> Bool {
        text.first.map { Array("=+-@\t\r\n".utf8).contains($0) } ?? false
    }

    /// The fields on a line, with its end.
    static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        let needsQuotes =
            text.unicodeScalars.contains { [",", "\"", "\r", "\n"].contains($0) } || text.first == " "
            || text.last == " "
            || text.unicodeScalars.first == "\u{FEFF}"
        guard needsQuotes else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
