import LanguageModels

extension ToolNameRule {
    /// `[A-Za-z_][A-Za-z0-9_.-]{0,63}`, of Gemini's interface.
    ///
    /// Some versions also accept colons, others answer them with 400.
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

extension VisionTable {
    private static let blindGeminis = ["gemini-1.0-pro", "gemma-3-1b", "gemma-3n"]

    /// Whether a model behind Gemini's interface may be sent images.
    static func gemini(_ name: String) -> Bool {
        let model = bare(name)
        return model != "gemini-pro" && !begins(model, blindGeminis)
    }
}
