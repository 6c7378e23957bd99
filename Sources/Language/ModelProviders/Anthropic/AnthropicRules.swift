import LanguageModels

extension ToolNameRule {
    /// `[A-Za-z0-9_-]{1,64}`, of the Messages interface.
    ///
    /// Anthropic itself accepts 128 bytes now, other servers of the interface still 64.
    static let anthropic = ToolNameRule.ascii(punctuation: Array("_-".utf8), maximumLength: 64)
}

extension ImageRule {
    static let anthropic = ImageRule(
        provider: "Anthropic's interface",
        formats: Set(ImageFormat.allCases),
        fetchesURLs: true
    )
}
