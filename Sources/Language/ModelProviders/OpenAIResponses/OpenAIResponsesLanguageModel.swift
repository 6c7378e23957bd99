/// A model behind OpenAI's Responses interface, at OpenAI or at any other server that speaks it.
///
/// Unlike chat completions it lets a model continue from its own earlier thoughts, which the provider returns sealed. The provider stores
/// nothing: the whole conversation is sent with every call.
public typealias OpenAIResponsesLanguageModel = ProviderLanguageModel<OpenAIResponsesDialect>
