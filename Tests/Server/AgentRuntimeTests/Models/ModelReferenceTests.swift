import AgentRuntime
import Testing

@Suite struct ModelReferenceTests {
    @Test(arguments: [
        "phrasebook", "openai:gpt-6.1-terra", "openai:llama3:8b", "openai-responses:gpt-5", "anthropic:c", "gemini:g",
        "ollama:qwen3:4b",
    ])
    func aReferenceParsesItsDescription(text: String) {
        #expect(ModelReference(text)?.description == text)
    }

    @Test(arguments: [
        "", "openai", "openai:", "phrasebook:x", "claude:x", ":x", "anthropic", "openai-responses:", "gemini:",
        "ollama",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(ModelReference(text) == nil)
    }
}
