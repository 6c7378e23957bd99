/// The models that are known, by their names, to see images or not to.
///
/// A provider answers an image that its model cannot see with an error, so a name that nobody knows may be sent one. Ollama sends
/// such a model the text alone, and the model makes something up; there only names that are known to see may be sent one.
enum VisionTable {
    private static let blindAtOpenAI = [
        "gpt-3.5", "gpt-4-0", "gpt-4-32k", "gpt-oss", "o1-mini", "o1-preview", "o3-mini", "babbage", "davinci",
    ]
    private static let blindElsewhere = [
        "deepseek-chat", "deepseek-coder", "deepseek-r1", "deepseek-reasoner", "deepseek-v3", "llama-2", "llama-3-",
        "llama-3.1", "llama-3.3", "mixtral", "codestral", "qwen2.5-coder", "qwen3-coder",
    ]
    private static let blindClaudes = ["claude-2", "claude-instant"]
    private static let blindGeminis = ["gemini-1.0-pro", "gemma-3-1b", "gemma-3n"]
    private static let seeingInOllama = [
        "bakllava", "gemma3", "granite3.2-vision", "llama3.2-vision", "llama4", "llava", "minicpm-v",
        "mistral-small3.1", "mistral-small3.2", "moondream", "qwen2.5vl", "qwen3-vl",
    ]
    private static let blindInOllama = ["gemma3:1b", "gemma3:270m"]

    /// Whether a model behind OpenAI's interfaces may be sent images.
    static func openAI(_ name: String) -> Bool {
        let model = bare(name)
        return model != "gpt-4" && !begins(model, blindAtOpenAI) && !begins(model, blindElsewhere)
    }

    /// Whether a model behind Anthropic's interface may be sent images.
    static func anthropic(_ name: String) -> Bool { !begins(bare(name), blindClaudes) }

    /// Whether a model behind Gemini's interface may be sent images.
    static func gemini(_ name: String) -> Bool {
        let model = bare(name)
        return model != "gemini-pro" && !begins(model, blindGeminis)
    }

    /// Whether a model behind Ollama's interface may be sent images.
    static func ollama(_ name: String) -> Bool {
        let model = bare(name)
        return begins(model, seeingInOllama) && !begins(model, blindInOllama)
    }

    /// The name without its publisher, such as `meta-llama/`, in lower case.
    private static func bare(_ name: String) -> String {
        (name.split(separator: "/").last.map(String.init) ?? name).lowercased()
    }

    private static func begins(_ name: String, _ prefixes: [String]) -> Bool {
        prefixes.contains(where: name.hasPrefix)
    }
}
