/// A model behind OpenAI's chat completions interface, at OpenAI or at any other server that speaks it.
///
/// ```swift
/// let model = OpenAIChatLanguageModel("gpt-5.4-mini", client: client, keys: { try await vault.lease("openai") })
/// let session = LanguageModelSession(model: model, tools: [GetCurrentWeather()])
/// ```
public typealias OpenAIChatLanguageModel = ProviderLanguageModel<OpenAIChatDialect>
