import AgentRuntime
import AgentTools
import KeyVault
import LanguageModels
import ModelProviders
import Phrasebook
import Storage
import Transport

extension Services {
    /// The model used when a key for OpenAI is there and no model is named.
    private static let defaultOpenAIModel = ModelReference(provider: .openai, name: "gpt-5-mini")

    static func checker(settings: Settings, client: HTTPClient) -> UpstreamKeyChecker {
        UpstreamKeyChecker(checkers: [
            .anthropic: AnthropicKeyChecker(
                baseURL: settings.anthropicBaseURL,
                version: settings.anthropicVersion,
                client: client
            ),
            .gemini: GeminiKeyChecker(baseURL: settings.geminiBaseURL, client: client),
            .openai: OpenAIKeyChecker(baseURL: settings.openAIBaseURL, client: client),
            .tavily: TavilyKeyChecker(client: client, baseURL: settings.tavilyBaseURL),
            .zaico: ZaicoKeyChecker(http: client, baseURL: settings.zaicoBaseURL),
        ])
    }

    static func tools(
        settings: Settings,
        client: HTTPClient,
        vault: KeyVault,
        store: any InventoryStore
    ) throws -> ToolRegistry {
        let inventory = ChosenInventory(
            embedded: EmbeddedInventory(store: store),
            zaico: ZaicoInventory(
                http: client,
                baseURL: settings.zaicoBaseURL,
                lease: { try await vault.lease(Upstream.zaico.rawValue) }
            ),
            hasToken: { try await vault.lease(Upstream.zaico.rawValue) != nil }
        )
        let all = ToolRegistry([
            SearchWeb(upstreams: [
                TavilySearch(
                    client: client,
                    baseURL: settings.tavilyBaseURL,
                    leaseKey: { try await vault.lease(Upstream.tavily.rawValue) }
                ),
                MediaWikiSearch(client: client, apiURL: settings.mediaWikiBaseURL),
            ]),
            GetCurrentWeather(
                client: client,
                forecastURL: settings.openMeteoBaseURL,
                geocodingURL: settings.openMeteoGeocodingBaseURL
            ),
            GetInventoryList(inventory: inventory),
            GetInventory(inventory: inventory),
            CreateInventory(inventory: inventory),
            UpdateInventory(inventory: inventory),
            DeleteInventory(inventory: inventory),
        ])
        guard let names = settings.tools else { return all }
        if let unknown = names.first(where: { all.tool(named: $0) == nil }) {
            throw SettingsError(
                name: SettingName.tools.rawValue,
                message: "there is no tool named '\(unknown)'; the tools are \(all.names.joined(separator: ", "))"
            )
        }
        return all.narrowed(to: names)
    }

    static func models(
        settings: Settings,
        client: HTTPClient,
        vault: KeyVault,
        tools: ToolRegistry
    ) throws -> ModelCatalog {
        let phrasebook = ModelCatalog.Entry(reference: .phrasebook, model: try PhrasebookLanguageModel(tools.phrases))
        let hasKey: @Sendable () async throws -> Bool = { try await vault.lease(Upstream.openai.rawValue) != nil }
        func entry(
            _ reference: ModelReference,
            isReady: @escaping @Sendable () async throws -> Bool
        ) -> ModelCatalog.Entry {
            guard let model = model(reference, settings: settings, client: client, vault: vault) else {
                return phrasebook
            }
            return ModelCatalog.Entry(reference: reference, model: model, isReady: isReady)
        }
        guard let first = settings.models.first else {
            return ModelCatalog(entry(defaultOpenAIModel, isReady: hasKey), [phrasebook])
        }
        // A model that is named is used, with a key or without: not every server wants one.
        return ModelCatalog(
            entry(first, isReady: { true }),
            settings.models.dropFirst().map { entry($0, isReady: { true }) }
        )
    }

    /// The model behind a provider; `nil` for the built-in one.
    private static func model(
        _ reference: ModelReference,
        settings: Settings,
        client: HTTPClient,
        vault: KeyVault
    ) -> (any LanguageModel)? {
        switch reference.provider {
        case .phrasebook: nil
        case .openai:
            OpenAIChatLanguageModel(
                reference.name,
                baseURL: settings.openAIBaseURL,
                client: client,
                keys: { try await vault.lease(Upstream.openai.rawValue) }
            )
        case .openaiResponses:
            OpenAIResponsesLanguageModel(
                reference.name,
                baseURL: settings.openAIBaseURL,
                client: client,
                keys: { try await vault.lease(Upstream.openai.rawValue) }
            )
        case .anthropic:
            AnthropicLanguageModel(
                reference.name,
                baseURL: settings.anthropicBaseURL,
                dialect: .known(for: reference.name, version: settings.anthropicVersion),
                client: client,
                keys: { try await vault.lease(Upstream.anthropic.rawValue) }
            )
        case .gemini:
            GeminiLanguageModel(
                reference.name,
                baseURL: settings.geminiBaseURL,
                client: client,
                keys: { try await vault.lease(Upstream.gemini.rawValue) }
            )
        case .ollama: OllamaLanguageModel(reference.name, baseURL: settings.ollamaBaseURL, client: client)
        }
    }
}
