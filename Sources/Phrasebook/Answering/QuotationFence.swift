/// The lines with which tools fence in what others wrote, so that a model cannot take it for instructions.
///
/// They are for models that read. The built-in model passes tools' texts on to a person and leaves the fences out.
public enum QuotationFence {
    /// How the line before a quotation begins; a marker follows, of 16 hexadecimal digits.
    public static let beginning = "--- begin quoted text "
    /// How the line after a quotation begins; the marker follows.
    public static let ending = "--- end quoted text "
    /// How both lines end.
    public static let close = " ---"

    /// A tool's text without the lines of fences.
    static func removed(from text: String) -> String {
        text.removingLines(where: isFence)
    }

    private static let bytes = (beginning: Array(beginning.utf8), ending: Array(ending.utf8), close: Array(close.utf8))

    /// Whether a line is a fence.
    static func isFence(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        (line.begins(with: bytes.beginning) || line.begins(with: bytes.ending)) && line.ends(with: bytes.close)
    }
}
