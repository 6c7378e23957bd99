import Accounts
import AgentRuntime
import AgentServer
import AgentTools
import DeclaredTools
import MCPClient
import KeyVault
import LanguageModels
import Logging
import ModelContextProtocol
import ModelProviders
import Phrasebook
import PrivateFiles
import Secrets
import Storage
import Transport

/// The composition of the server: every part, created from the settings.
///
/// Only this type knows all the parts.
struct Services: Sendable {
    let client: HTTPClient
    let vault: KeyVault
    let clients: Clients
    /// The issuers of tokens for users of the clients.
    let issuers: Issuers
    let firstStart: FirstStartTokens
    let runtime: AgentRuntime
    let admin: AdminInterface
    /// The events for administrators.
    let events: AdminEvents
    let admission: Admission
    let health: any HealthStore
    /// The sign-ins of browsers; `nil` if the pages are switched off.
    let sessions: BrowserSessions?
    private let pages: WebPages?
    private let prompts: PromptFolder?
    private let logger: Logger
    /// The declared servers, whose tools are added to the catalog while they run.
    let toolServers: DeclaredServers
    /// The files of declared tools, which are looked at for changes.
    let toolFiles: DeclaredToolFiles
    /// The upkeep of what is in memory of the store's lists.
    let revisions: RevisionUpkeep
    private let catalog: ToolCatalog
    /// The built-in model.
    let phrasebook: PhrasebookLanguageModel

    /// Puts the parts together.
    ///
    /// - Parameters:
    ///   - lease: The lease of the store, which decides what work of other processes is continued or ended.
    ///   - runEndLevel: The level of the log's line about a run's end.
    init(settings: Settings, lease: any StoreLease, logger: Logger, runEndLevel: Logger.Level = .info) async throws {
        if let warning = settings.environmentFileWarning { logger.warning("\(warning)") }
        if !settings.injectedVariables.isEmpty {
            logger.notice(
                "Ignored variables that Kubernetes sets for its Services",
                metadata: ["names": "\(settings.injectedVariables.prefix(20).joined(separator: ", "))"]
            )
        }
        if let fault = settings.startFaults.first { throw fault }
        for notice in settings.similarNames { logger.warning("\(notice)") }
        if settings.hasAdminTokenOfEnvironment {
            logger.notice(
                "TORII_ADMIN_TOKEN of the environment is a token of this server's administrators (admin:preset in the audit chain); unset it before a start if it was meant for commands"
            )
        }
        prompts = try settings.promptFolder(logger: logger)
        self.logger = logger
        Self.logExcludedTools(logger)
        let home = try await OpenVault(settings: settings, lease: lease)
        let store = home.store
        client = home.client
        health = store
        vault = home.vault
        clients = home.clients
        issuers = home.issuers
        issuers.attach(to: clients)
        for fault in home.servers.faults {
            logger.warning("The declaration of an MCP server is faulty and left out", metadata: ["fault": "\(fault)"])
        }
        firstStart = try FirstStartTokens(settings: settings, clients: clients)
        sessions = settings.hasWebPages ? try await BrowserSessions(clients: clients) : nil
        pages = try settings.webPages()
        // One process: the lease keeps others from storing a key between the check and the storing.
        for (upstream, key) in settings.keys.sorted(by: { $0.key.name < $1.key.name }) {
            let isKnown = try await vault.hasRecord(of: key, for: upstream.name)
            try await vault.addFromEnvironment(key, for: upstream.name, label: upstream.keySettingName)
            guard !isKnown else { continue }
            logger.info(
                "Sealed a new key into the vault",
                metadata: ["upstream": "\(upstream.name)", "setting": "\(upstream.keySettingName)"]
            )
        }
        admission = try await Admission(store: store, prices: try settings.prices(), lease: lease)
        if admission.abandonedTurns > 0 {
            logger.warning(
                "The reservations of turns that a killed process left behind count as used in full",
                metadata: ["count": .stringConvertible(admission.abandonedTurns)]
            )
        }
        if settings.contact == nil, settings.optionalAddress(of: .mediaWiki) == nil,
            settings.tools?.contains("searchWeb") ?? true
        {
            logger.notice(
                "Wikipedia accepts only 10 searches a minute from a server without a contact; set \(SettingName.contact.rawValue)"
            )
        }
        let tools = try Self.tools(settings: settings, client: client, vault: vault, store: store)
        let phrasebook = PhrasebookLanguageModel(compilingLater: tools.phrases)
        self.phrasebook = phrasebook
        let catalog = ToolCatalog(tools)
        self.catalog = catalog
        toolFiles = try Self.toolFiles(
            settings: settings,
            servers: home.servers,
            vault: home.vault,
            client: home.client,
            inUse: home.toolFiles,
            catalog: catalog,
            logger: logger
        )
        // Only now is it known where the files' services send keys.
        try await vault.bindEarlierKeys(isComplete: settings.toolsFolder != nil)
        phrasebook.replacePhrases(catalog.current.phrases)
        let metrics = RunMetrics(tools: catalog.current.names)
        let events = AdminEvents()
        self.events = events
        vault.observeChanges { [events] in events.mark(.keys) }
        toolServers = try Self.toolServers(home: home, catalog: catalog, logger: logger)
        runtime = AgentRuntime(
            runs: RunCoordinator(
                store: store,
                lease: lease,
                journal: try settings.storeKind.openJournal(),
                limits: settings.runLimits,
                load: settings.loadLimits,
                conversationLimits: settings.conversationLimits,
                observers: [metrics, RunLog(logger: logger, endLevel: runEndLevel), events],
                devices: DeviceDirectory(
                    store: store,
                    phrases: PhrasebookReader(),
                    limits: settings.runLimits.deviceCalls
                ),
                diskSpace: { [folder = settings.dataDirectory] in DiskSpace(of: folder) },
                executor: { EventLoopExecutor.current() },
                logger: logger
            ),
            toolCatalog: catalog,
            models: ModelAssembly(
                settings: settings,
                client: client,
                vault: vault,
                phrasebook: phrasebook
            ).catalog(),
            defaults: TurnDefaults(
                locale: settings.locale,
                timeZone: settings.timeZone,
                instructions: settings.instructions
            ),
            admission: admission,
            clients: clients,
            outputLimit: settings.outputLimit,
            sendsSafetyIdentifiers: settings.sendsSafetyIdentifiers,
            metrics: metrics,
            logger: logger
        )
        revisions = RevisionUpkeep(
            store: store,
            lists: [
                ("clients", { [clients] in try await clients.reload(ifBehind: $0) }),
                ("issuers", { [issuers] in try await issuers.reload(ifBehind: $0) }),
                ("sign-ins", { [sessions] in try await sessions?.reload(ifBehind: $0) }),
                ("keys", { [vault] in try await vault.reload(ifBehind: $0) }),
                ("devices", { [runtime] in try await runtime.devices?.reload(ifBehind: $0) }),
                ("tool definitions", { [toolServers] in try await toolServers.reload(ifBehind: $0.toolDefinitions) }),
            ],
            logger: logger
        )
        admin = try home.admin(
            // The admission counts turns that have just ended; the store counts them a moment later.
            usage: { [admission] in try await admission.usage(of: $0, from: $1, to: $2, limit: $3) },
            userUsage: { [admission] in try await admission.userUsage(of: $0, from: $1, to: $2, limit: $3) },
            usageSums: { [admission] in try await admission.usage(by: $0, of: $1, in: $2, limit: $3) },
            erase: { [runtime] in try await runtime.erase(.everything, of: $0, by: $1) },
            deleteConversation: { [runtime] in try await runtime.delete($0, owner: $1) },
            acceptedTools: { [toolServers] in toolServers.refresh($0) },
            toolServers: { [toolServers] in toolServers.status },
            leftOutTools: { [catalog] in Self.leftOutTools(of: catalog.current) },
            filesAtWork: toolFiles,
            runs: runtime.listings,
            sessions: sessions,
            limitStatuses: { [admission] in try await admission.limitStatuses(of: $0) },
            models: runtime.models
        )
    }

    /// Returns the reason why no model can answer; `nil` if one can.
    func modelObstacle(_ settings: Settings) -> String? {
        settings.readiness(by: vault).obstacle
    }

    /// Returns the parts that the routes use.
    func serverParts(_ settings: Settings) -> ServerParts {
        ServerParts(
            clients: clients,
            runtime: runtime,
            admission: admission,
            admin: admin,
            events: events,
            healthStore: health,
            client: client,
            upstreamNames: settings.upstreamNames,
            modelObstacle: { [settings] in modelObstacle(settings) },
            modelEnd: { [settings, vault] in ModelEnds(settings: settings).notice { vault.hasKeys(of: $0.name) } },
            toolObstacles: Self.toolObstacles(settings, catalog, toolServers, toolFiles, vault),
            unacceptedIssuers: { [issuers, names = settings.authorizationServers] in
                names.isEmpty ? nil : issuers.unaccepted(among: names)
            },
            toolFiles: toolFiles,
            stateSeal: VaultStateSeal(vault: vault),
            prompts: prompts,
            metadata: ResourceMetadata(
                publicURL: settings.publicURL,
                authorizationServers: settings.authorizationServers,
                issuers: { [issuers] in issuers.issuersForMCP }
            ),
            sessions: sessions,
            pages: pages,
            publicURL: settings.publicURL,
            logger: logger,
            limits: ServerParts.Limits(
                heartbeat: settings.heartbeat,
                shutdownGrace: settings.shutdownGrace,
                healthSamples: settings.maximumHealthSamples,
                memoryBytes: settings.loadLimits.memoryBytes,
                bodyBytes: settings.maximumBodyBytes
            )
        )
    }

    /// Keeps the built-in model's phrases those of the tools that are offered, until the task is cancelled.
    func followTools() async {
        for await _ in catalog.changes() { phrasebook.replacePhrases(catalog.current.phrases) }
    }

    /// Prepares the built-in model while the server already serves, if it is the preferred one.
    ///
    /// Other servers may never use it.
    func warmUp() async throws {
        if try await runtime.models.preferred().reference == .phrasebook { try await phrasebook.prepare() }
    }
}

/// Authenticates what clients of the Model Context Protocol keep for the server, by a key of the vault: every process with it agrees.
private struct VaultStateSeal: StateSeal {
    let vault: KeyVault

    func code(for bytes: [UInt8]) -> [UInt8] { vault.authenticationCode(ofState: bytes) }
}
