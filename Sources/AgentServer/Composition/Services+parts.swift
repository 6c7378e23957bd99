import AgentRuntime
import AgentTools
import KeyVault
import ModelProviders
import Storage
import Transport

extension Services {
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
            hasToken: { vault.hasKeys(of: Upstream.zaico.rawValue) }
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
}
