/// Writes comma-separated values (RFC 4180).
///
/// A spreadsheet takes a field that begins with `=`, `+`, `-`, `@`, a tab or a line end for a formula, which may send what is in the
/// table to a stranger; some take the full-width signs for one, too. So a text like this gets an apostrophe before it, which spreadsheets read as "text follows"; so does a text
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

    private static let quotationMark = UInt8(ascii: "\"")
    private static let special = Array(",\"\r\n".utf8)
    private static let apostrophe = UInt8(ascii: "'")

    private static let signs = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"].map { Array($0.utf8) }

    private static func isFormula(_ text: Substring.UTF8View) -> Bool { signs.contains { text.starts(with: $0) } }

    /// The fields on a line, with its end.
    static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        // Bytes, as they are read again: a sign with a mark behind it is another character and the same sign.
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
