import AgentRuntime
import AgentTools
import KeyVault
import ModelProviders
import Phrasebook
import Storage
import Transport

extension Services {
    /// The model used when a key for OpenAI is there and no model is named.
    private static let defaultOpenAIModel = ModelReference(provider: .openai, name: "gpt-5-mini")

    static func checker(settings: Settings, client: HTTPClient) -> UpstreamKeyChecker {
        UpstreamKeyChecker(checkers: [
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
    ) async throws -> ToolRegistry {
        let inventory = try await inventory(settings: settings, client: client, vault: vault, store: store)
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

    /// The embedded store, or ZAICO when the vault has a token for it at the start.
    private static func inventory(
        settings: Settings,
        client: HTTPClient,
        vault: KeyVault,
        store: any InventoryStore
    ) async throws -> any InventoryService {
        guard try await vault.lease(Upstream.zaico.rawValue) != nil else { return EmbeddedInventory(store: store) }
        return ZaicoInventory(
            http: client,
            baseURL: settings.zaicoBaseURL,
            lease: { try await vault.lease(Upstream.zaico.rawValue) }
        )
    }

    static func models(
        settings: Settings,
        client: HTTPClient,
        vault: KeyVault,
        tools: ToolRegistry
    ) async throws -> ModelCatalog {
        var references = settings.models
        if references.isEmpty {
            let hasKey = try await vault.lease(Upstream.openai.rawValue) != nil
            references = hasKey ? [defaultOpenAIModel, .phrasebook] : [.phrasebook]
        }
        let entries = try references.map { reference in
            switch reference.provider {
            case .phrasebook:
                ModelCatalog.Entry(reference: reference, model: try PhrasebookLanguageModel(tools.phrases))
            case .openai:
                ModelCatalog.Entry(
                    reference: reference,
                    model: OpenAIChatLanguageModel(
                        reference.name,
                        baseURL: settings.openAIBaseURL,
                        client: client,
                        keys: { try await vault.lease(Upstream.openai.rawValue) }
                    )
                )
            }
        }
        return ModelCatalog(preferred: entries[0], others: Array(entries.dropFirst()))
    }
}
