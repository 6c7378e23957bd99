/// A text between two marks that do not occur in it, so that no part of the text can end it.
struct DelimitedText {
    /// The line before the text.
    let opening: String
    /// The line after the text.
    let closing: String
    /// The text with its marks.
    let description: String

    /// Chooses marks for a text.
    ///
    /// The marks contain an unpredictable number, so the text is unlikely to contain similar lines. A check ensures
    /// that it does not contain the marks themselves.
    init(_ text: String, using generator: inout some RandomNumberGenerator) {
        let folded = text.lowercased()
        var mark: String
        repeat {
            mark = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
        } while folded.contains(mark)
        opening = "<<<TEXT \(mark)"
        closing = "TEXT \(mark)>>>"
        description = "\(opening)\n\(text)\n\(closing)"
    }
}
