/// A model behind Anthropic's Messages interface, at Anthropic or at any other server that speaks it.
///
/// ```swift
/// let model = AnthropicLanguageModel("claude-sonnet-5-5", client: client, keys: { try await vault.lease("anthropic") })
/// let session = LanguageModelSession(model: model, tools: [GetCurrentWeather()])
/// ```
public typealias AnthropicLanguageModel = ProviderLanguageModel<AnthropicDialect>
