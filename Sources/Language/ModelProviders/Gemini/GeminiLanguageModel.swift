/// A model behind Google's Gemini interface.
///
/// ```swift
/// let model = GeminiLanguageModel("gemini-3.8-flash", client: client, keys: { try await vault.lease("gemini") })
/// let session = LanguageModelSession(model: model, tools: [GetCurrentWeather()])
/// ```
public typealias GeminiLanguageModel = ProviderLanguageModel<GeminiDialect>
