import LanguageModels

extension ToolNameRule {
    /// Every name, because Ollama puts names into the model's template as they are.
    static let ollama = ToolNameRule.any
}

extension ImageRule {
    static let ollama = ImageRule(provider: "Ollama", formats: Set(ImageFormat.allCases), fetchesURLs: false)
}

extension VisionTable {
    private static let seeingInOllama = [
        "bakllava", "gemma3", "granite3.2-vision", "llama3.2-vision", "llama4", "llava", "minicpm-v",
        "mistral-small3.1", "mistral-small3.2", "moondream", "qwen2.5vl", "qwen3-vl",
    ]
    private static let blindInOllama = ["gemma3:1b", "gemma3:270m"]

    /// Whether a model behind Ollama's interface may be sent images.
    static func ollama(_ name: String) -> Bool {
        let model = bare(name)
        return begins(model, seeingInOllama) && !begins(model, blindInOllama)
    }
}
