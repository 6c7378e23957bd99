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
    let checker: UpstreamKeyChecker
    let runtime: AgentRuntime

    init(settings: Settings, logger: Logger) async throws {
        let store = try SQLiteStore(path: settings.databasePath)
        let masterKeys = try settings.masterKeySources.load(creatingIfMissing: try await !KeyVault.isSealed(store))
        client = HTTPClient()
        checker = Self.checker(settings: settings, client: client)
        vault = try await KeyVault(store: store, masterKeys: masterKeys, checker: checker)
        clients = try await Clients(store: store, vault: vault)
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
