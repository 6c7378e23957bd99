import Accounts
import AgentRuntime
import AgentTools
import BuiltInTools
import KeyVault
import ModelProviders
import Secrets
import Storage
import Transport

extension Services {
    static func tools(
        settings: Settings,
        client: HTTPClient,
        vault: KeyVault,
        store: any InventoryStore & HealthStore
    ) throws -> ToolRegistry {
        let inventory = ChosenInventory(
            embedded: EmbeddedInventory(store: store),
            zaico: ZaicoInventory(
                http: client,
                baseURL: settings.address(of: .zaico),
                lease: { try await vault.lease(Upstream.zaico.name, for: .tool("inventory")) }
            ),
            hasToken: { vault.hasKeys(of: Upstream.zaico.name) }
        )
        let breakers = CircuitBreakers()
        let offered = ToolRegistry([
            SearchWeb(
                upstreams: searchUpstreams(settings: settings, client: client, breakers: breakers, vault: vault)
            ),
            ReadWebPage(client: client, hosts: settings.webPageHosts),
            GetCurrentWeather(
                client: client,
                breakers: breakers,
                forecastURL: settings.address(of: .openMeteo),
                geocodingURL: settings.address(of: .openMeteoGeocoding),
                contact: settings.contact
            ),
            GetInventoryList(inventory: inventory),
            GetInventory(inventory: inventory),
            CreateInventory(inventory: inventory),
            UpdateInventory(inventory: inventory),
            DeleteInventory(inventory: inventory),
            FindContacts(
                account: settings[account: .carddav].account(
                    client: client,
                    vault: vault,
                    .carddav,
                    for: "findContacts"
                ),
                fallbackName: settings.contactsFallback ?? FindContacts.defaultFallbackName
            ),
            GetCalendarEvents(
                account: settings[account: .caldav].account(
                    client: client,
                    vault: vault,
                    .caldav,
                    for: "getCalendarEvents"
                )
            ),
            FetchHealthData(store: store),
        ])
        // A file or a server may add a tool later, or remove it, which must not end a start.
        let mayGrow = settings.toolsFolder != nil
        let all =
            mayGrow
            ? offered.requiringApproval(of: settings.toolsApproval) : try approving(settings.toolsApproval, in: offered)
        guard let names = settings.tools else { return all }
        if let unknown = names.first(where: { all.tool(named: $0) == nil }) {
            throw SettingsError(
                name: SettingName.tools.rawValue,
                message: "there is no tool named '\(unknown)'; the tools are \(all.names.joined(separator: ", "))"
            )
        }
        return all.narrowed(to: names)
    }

    /// Returns the tools.
    ///
    /// Calls of those that the operator names need approval.
    private static func approving(_ names: [String], in tools: ToolRegistry) throws(SettingsError) -> ToolRegistry {
        if let unknown = names.first(where: { tools.tool(named: $0) == nil }) {
            let nearest = tools.names.min { $0.editDistance(to: unknown) < $1.editDistance(to: unknown) }
            throw SettingsError(
                name: SettingName.toolsApproval.rawValue,
                message: "there is no tool named '\(unknown)'" + (nearest.map { "; did you mean \($0)?" } ?? "")
            )
        }
        return tools.requiringApproval(of: names)
    }

    private static func searchUpstreams(
        settings: Settings,
        client: HTTPClient,
        breakers: CircuitBreakers,
        vault: KeyVault
    ) -> [any SearchUpstream] {
        let tavily = TavilySearch(
            client: client,
            breakers: breakers,
            baseURL: settings.address(of: .tavily),
            leaseKey: { try await vault.lease(Upstream.tavily.name, for: .tool("searchWeb")) }
        )
        let brave = BraveSearch(
            client: client,
            breakers: breakers,
            baseURL: settings.address(of: .brave),
            leaseKey: { try await vault.lease(Upstream.brave.name, for: .tool("searchWeb")) }
        )
        let searXNG = settings.optionalAddress(of: .searXNG).map {
            SearXNGSearch(client: client, breakers: breakers, baseURL: $0)
        }
        let mediaWiki = MediaWikiSearch(
            client: client,
            breakers: breakers,
            apiURL: settings.optionalAddress(of: .mediaWiki),
            contact: settings.contact
        )
        let duckDuckGo = settings.optionalAddress(of: .duckDuckGo).map {
            DuckDuckGoSearch(client: client, breakers: breakers, baseURL: $0)
        }
        let upstreams: [(any SearchUpstream)?] = [tavily, brave, searXNG, mediaWiki, duckDuckGo]
        return upstreams.compactMap(\.self)
    }
}

extension DAVSettings {
    /// Returns the account, with the passwords in the vault; `nil` without an address.
    func account(client: HTTPClient, vault: KeyVault, _ upstream: Upstream, for tool: String) -> DAVAccount? {
        baseURL.map { url in
            DAVAccount(client: client, baseURL: url, userName: userName) {
                try await vault.lease(upstream.name, for: .tool(tool))
            }
        }
    }
}
