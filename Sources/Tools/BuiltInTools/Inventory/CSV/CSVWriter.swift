/// Writes comma-separated values (RFC 4180).
///
/// Spreadsheets read a field that starts with `=`, `+`, `-`, `@`, a tab or a line end as a formula, which can send the table's data to
/// a stranger; some do so for the full-width signs too. Such a text is therefore prefixed with an apostrophe, which spreadsheets read
/// as "text follows". A text that already starts with apostrophes and one of these signs is prefixed as well, because reading
/// removes one apostrophe.
enum CSVWriter {
    /// Returns the text, prefixed with an apostrophe if a spreadsheet would read it as a formula.
    static func guarded(_ text: String) -> String {
        isFormula(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
    }

    /// Reverses ``guarded(_:)``.
    static func unguarded(_ text: String) -> String {
        guard text.utf8.first == apostrophe, isFormula(text.utf8.drop { $0 == apostrophe }) else { return text }
        return String(decoding: text.utf8.dropFirst(), as: UTF8.self)
    }

    private static let quotationMark = UInt8(ascii: "\"")
    private static let special = Array(",\"\r\n".utf8)
    private static let apostrophe = UInt8(ascii: "'")

    private static let signs = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"].map { Array($0.utf8) }

    private static func isFormula(_ text: Substring.UTF8View) -> Bool { signs.contains { text.starts(with: $0) } }

    /// Returns a line with the fields and a line end.
    static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        // Compared as bytes, as the parser does: a sign with a combining mark is another `Character` but the same sign.
        let bytes = text.utf8
        let needsQuotes =
            bytes.contains { special.contains($0) } || bytes.first == 0x20 || bytes.last == 0x20
            || text.unicodeScalars.first == "\u{FEFF}"
        guard needsQuotes else { return text }
        var field: [UInt8] = [quotationMark]
        for byte in bytes {
            if byte == quotationMark { field.append(byte) }
            field.append(byte)
        }
        field.append(quotationMark)
        return String(decoding: field, as: UTF8.self)
    }
}
