import LanguageModels

extension ToolNameRule {
    /// `[A-Za-z_][A-Za-z0-9_.-]{0,63}`, of Gemini's interface.
    ///
    /// It accepts 128 characters and colons now; older versions answer them with 400.
    static let gemini = ToolNameRule.ascii(
        punctuation: Array("_.-".utf8),
        maximumLength: 64,
        beginsWithLetter: true
    )
}

extension ImageRule {
    static let gemini = ImageRule(
        provider: "Gemini's interface",
        formats: [.png, .jpeg, .webp],
        fetchesURLs: false
    )
}
