/// Where OpenAI and those who are compatible with it part ways.
public struct OpenAIChatDialect: Sendable, Hashable {
    /// The member that limits the answer; OpenAI's reasoning models refuse `max_tokens`, most others know nothing else.
    public var tokenLimitName: String
    /// Whether `top_k` may be sent; OpenAI refuses it.
    public var allowsTopK: Bool
    /// Whether the padding of stream chunks may be declined; others may not know the option.
    public var declinesPadding: Bool

    /// OpenAI itself.
    public static let openAI = OpenAIChatDialect(
        tokenLimitName: "max_completion_tokens",
        allowsTopK: false,
        declinesPadding: true
    )

    /// Everybody else: vLLM, llama.cpp, Ollama, OpenRouter and so on.
    public static let compatible = OpenAIChatDialect(
        tokenLimitName: "max_tokens",
        allowsTopK: true,
        declinesPadding: false
    )
}
