/// A text between two marks that do not occur in it, so that nothing in the text can end it.
struct DelimitedText {
    /// The line before the text.
    let opening: String
    /// The line after the text.
    let closing: String
    /// The text with its marks.
    let description: String

    /// Chooses marks for a text.
    ///
    /// A number that cannot be guessed makes it unlikely that the text has something that looks like them; that it does not have
    /// them is made certain.
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
