/// The lines with which tools mark quoted text from others, so that a model does not follow instructions in it.
///
/// They are for models that read text. The built-in model passes the tools' texts on to a person and removes the
/// fences.
public enum QuotationFence {
    /// The start of the line before a quotation; a marker of 16 hexadecimal digits follows.
    public static let beginning = "--- begin quoted text "
    /// The start of the line after a quotation; the same marker follows.
    public static let ending = "--- end quoted text "
    /// The end of both lines.
    public static let close = " ---"

    /// Returns whether a text has a quotation.
    public static func occurs(in text: String) -> Bool { text.contains(beginning) }

    /// Returns a tool's text without the lines of fences.
    public static func removed(from text: String) -> String {
        text.removingLines(where: isFence)
    }

    private static let bytes = (beginning: Array(beginning.utf8), ending: Array(ending.utf8), close: Array(close.utf8))

    /// Returns whether a line is a fence.
    public static func isFence(_ line: Substring) -> Bool {
        var line = line
        return line.withUTF8 { isFence($0) }
    }

    /// Returns whether a line is a fence.
    package static func isFence(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        (line.begins(with: bytes.beginning) || line.begins(with: bytes.ending)) && line.ends(with: bytes.close)
    }
}
