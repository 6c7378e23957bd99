import AgentRuntime

extension ModelReference.Provider {
    static let openai = named("openai")
    static let openaiResponses = named("openai-responses")
    static let anthropic = named("anthropic")
    static let gemini = named("gemini")
    static let ollama = named("ollama")

    private static func named(_ name: String) -> Self { Self(rawValue: name) ?? .phrasebook }
}
