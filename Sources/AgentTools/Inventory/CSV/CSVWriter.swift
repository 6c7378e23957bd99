/// Writes comma-separated values (RFC 4180).
enum CSVWriter {
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
