import LanguageModels

extension ToolNameRule {
    /// Every name, because Ollama puts names into the model's template as they are.
    static let ollama = ToolNameRule.any
}

extension ImageRule {
    static let ollama = ImageRule(provider: "Ollama", formats: Set(ImageFormat.allCases), fetchesURLs: false)
}
