import AgentRuntime
import AgentTools
import KeyVault
import LanguageModels
import Logging
import ModelProviders
import Phrasebook
import Secrets
import Storage
import Transport

/// Everything that the routes work with, made from the settings: the one place that knows all the parts.
struct Services: Sendable {
    let client: HTTPClient
    let vault: KeyVault
    let clients: Clients
    let firstStart: FirstStartTokens
    let runtime: AgentRuntime
    let admin: AdminInterface
    let health: any HealthStore

    init(settings: Settings, logger: Logger) async throws {
        let home = try await OpenVault(settings: settings)
        let store = home.store
        client = home.client
        health = store
        vault = home.vault
        clients = home.clients
        admin = home.admin
        firstStart = try FirstStartTokens(settings: settings, clients: clients)
        for (upstream, key) in settings.keys.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            if try await vault.take(key, for: upstream.rawValue, label: upstream.keySetting.rawValue) != nil {
                logger.info("Took in a key", metadata: ["upstream": "\(upstream.rawValue)"])
            }
        }
        let tools = try Self.tools(settings: settings, client: client, vault: vault, store: store)
        runtime = AgentRuntime(
            runs: RunCoordinator(
                store: store,
                journal: try EventJournal(folder: settings.journalPath),
                limits: settings.runLimits,
                logger: logger
            ),
            tools: tools,
            models: ModelAssembly(
                settings: settings,
                client: client,
                vault: vault,
                phrasebook: try PhrasebookLanguageModel(tools.phrases)
            ).catalog(),
            defaults: TurnDefaults(locale: settings.locale, timeZone: settings.timeZone),
            logger: logger
        )
    }
}
