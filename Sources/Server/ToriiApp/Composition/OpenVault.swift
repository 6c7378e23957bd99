import Accounts
import AgentRuntime
import AgentServer
import AgentTools
import DeclaredTools
import MCPClient
import Foundation
import KeyVault
import Logging
import Storage
import ToolDeclarations
import Transport

/// The open vault and clients of a data folder.
struct OpenVault: Sendable {
    let store: any Store
    let client: HTTPClient
    let checker: UpstreamKeyChecker
    let vault: KeyVault
    let clients: Clients
    /// The issuers of tokens for users of the clients.
    let issuers: Issuers
    /// The lease of the store.
    private let lease: any StoreLease
    private let masterKeySources: MasterKeySources
    private let storeKind: StoreKind
    private let scopes: ScopeCatalog
    private let hasPrices: Bool
    private let turnCost: ClientAdministration.TurnCost
    private let outputLimit: Int
    private let currency: String?
    /// Makes the files of declared tools for commands without a server.
    private let makeToolFiles: ToolFileAdministration.Files
    /// The authorizers of the declared servers with OAuth, by name.
    let authorizers: [String: OAuthAuthorizer]
    /// The files of declared tools, whose services have keys too.
    let toolFiles: ToolFilesInUse
    /// The declarations of MCP servers, without the faulty ones.
    let servers: ServerDeclarations
    /// The names of the upstreams with keys, declared servers included.
    private let upstreams: [String]

    /// Opens the vault and the clients.
    ///
    /// - Parameters:
    ///   - lease: The lease of the store.
    ///   - isCreating: Whether a new folder gets a database, a vault and a master key.
    /// - Throws: ``NoVault`` if there is no vault and none is created.
    init(settings: Settings, lease: any StoreLease, isCreating: Bool = true) async throws {
        // One process: the lease keeps others from creating a vault between the check and the creation.
        let storeKind = settings.storeKind
        guard isCreating || storeKind.exists else { throw NoVault(settings: settings) }
        let store = try storeKind.open(isSole: lease.isExclusive)
        let isSealed = try await KeyVault.isSealed(store)
        guard isCreating || isSealed else { throw NoVault(settings: settings) }
        let masterKeys = try settings.masterKeySources.load(creatingIfMissing: !isSealed)
        let client = HTTPClient()
        self.storeKind = storeKind
        self.lease = lease
        self.store = store
        self.client = client
        toolFiles = ToolFilesInUse()
        var servers = settings.serverDeclarations()
        checker = UpstreamKeyChecker(settings: settings, client: client, toolFiles: toolFiles, servers: servers.servers)
        do {
            vault = try await KeyVault(store: store, masterKeys: masterKeys, checker: checker, lease: lease)
            clients = try await Clients(store: store, vault: vault)
            issuers = try await Issuers(
                store: store,
                vault: vault,
                reader: IssuerRequests(client: client, hosts: settings.issuerHosts),
                publicURL: settings.publicURL
            )
            var all = settings
            // Scopes of tools that are switched off are valid too.
            (all.tools, all.toolsApproval) = (nil, [])
            let tools = try Services.tools(settings: all, client: client, vault: vault, store: store)
            authorizers = servers.authorizers(client: client, vault: vault)
            self.servers = servers
            makeToolFiles = { [vault, client, toolFiles, servers] in
                // As a server would read them: files may use the tools that are on. Other commands work with a faulty list of tools too.
                let offered = try? Services.tools(settings: settings, client: client, vault: vault, store: store)
                return try Services.toolFiles(
                    settings: settings,
                    servers: servers,
                    vault: vault,
                    client: client,
                    inUse: toolFiles,
                    catalog: ToolCatalog(offered ?? tools)
                )
            }
            scopes = ScopeCatalog(
                tools: tools.names,
                prefixes: servers.servers.map { "\($0.prefix)_" },
                declared: { [toolFiles] in toolFiles.toolNames }
            )
        } catch {
            await client.shutdown()
            throw error
        }
        masterKeySources = settings.masterKeySources
        hasPrices = settings.priceFile != nil
        outputLimit = settings.outputLimit
        // Keys can be managed even if a file with prices is faulty.
        let prices = try? settings.readingModelFile().prices()
        currency = prices?.currency
        turnCost = { prices?.turnCost(input: $0, output: $1, of: settings.models) }
        let keyed = servers.servers.filter { [authorizers] in
            $0.needsKey || authorizers[$0.name]?.usesClientKey ?? false
        }
        upstreams = Upstream.keyed.map(\.name) + keyed.map(\.name)
    }

    /// Returns the admin interface of this vault and these clients.
    ///
    /// - Parameters:
    ///   - usage: Reads the usage of a client; `nil` to read it from the store.
    ///   - usageSums: Reads sums of usage by time; `nil` to read them from the store.
    ///   - erase: Erases the data of a client or a user; `nil` if this process has the folder to itself and performs no runs.
    ///   - deleteConversation: Deletes a conversation that has no running turn; `nil` to delete it in the store.
    ///   - acceptedTools: Called after definitions of another server's tools were accepted.
    ///   - toolServers: Returns the states of the declared servers; none if no server runs.
    ///   - leftOutTools: Returns the server's tools that requests left out since its start; none if no server runs.
    ///   - filesAtWork: The files of declared tools at work; `nil` if no server runs.
    ///   - runs: The runs of all clients; `nil` if no server runs.
    ///   - sessions: The sign-ins of browsers; `nil` if no server runs, or the pages are switched off.
    ///   - limitStatuses: Returns the state of a client's limits; `nil` if no server runs.
    func admin(
        usage: AdminInterface.UsageReader? = nil,
        userUsage: AdminInterface.UserUsageReader? = nil,
        usageSums: AdminInterface.UsageSumReader? = nil,
        erase: ClientAdministration.Eraser? = nil,
        deleteConversation: ConversationAdministration.Deletion? = nil,
        acceptedTools: @escaping ToolAdministration.Listener = { _ in },
        toolServers: @escaping @Sendable () -> [MCPServerStatus] = { [] },
        leftOutTools: @escaping ToolAdministration.LeftOutTools = { [] },
        filesAtWork: DeclaredToolFiles? = nil,
        runs: RunListings? = nil,
        sessions: BrowserSessions? = nil,
        limitStatuses: (@Sendable (Principal) async throws -> [LimitStatus])? = nil,
        models: ModelCatalog? = nil
    ) throws -> AdminInterface {
        // Without a server they are read now, because the services of the files have keys and scopes too.
        let files = try filesAtWork ?? makeToolFiles()
        return AdminInterface(
            vault: vault,
            clients: clients,
            issuers: issuers,
            checker: checker,
            upstreams: { [upstreams, toolFiles] in (upstreams + toolFiles.keyedUpstreams).sorted() },
            masterKeys: { [masterKeySources] in try masterKeySources.load(creatingIfMissing: false) },
            usage: usage ?? { [store] in try await store.usage(of: $0, from: $1, to: $2, limit: $3) },
            userUsage: userUsage ?? { [store] in try await store.userUsage(of: $0, from: $1, to: $2, limit: $3) },
            usageSums: usageSums ?? { [store] in try await store.usage(by: $0, of: $1, in: $2, limit: $3) },
            requireErasable: { [runs = coordinator(journal: nil)] owner in
                try await runs.requireNoRunElsewhere { ErasureScope.everything.reaches($0, from: owner) }
            },
            erase: erase ?? { try await eraseAlone($0, by: $1) },
            scopes: scopes,
            hasPrices: hasPrices,
            turnCost: turnCost,
            outputLimit: outputLimit,
            currency: currency,
            conversations: ConversationListings(store: store),
            userExport: UserExport(clients: clients, store: store),
            toolDefinitions: store,
            deleteConversation: deleteConversation ?? { [store] id, _ in _ = try await store.deleteConversation(id) },
            acceptedTools: acceptedTools,
            toolServers: toolServers,
            leftOutTools: leftOutTools,
            authorizers: { [authorizers] in authorizers },
            toolFiles: { files },
            runs: runs ?? RunListings(store: store),
            sessions: sessions,
            limitStatuses: limitStatuses,
            models: models
        )
    }

    /// Returns a coordinator for what needs the store and its lease only.
    private func coordinator(journal: (any EventJournal)?) -> RunCoordinator {
        RunCoordinator(store: store, lease: lease, journal: journal, logger: Logger(label: "torii"))
    }

    /// Erases the data of a client or a user while no server uses the folder.
    private func eraseAlone(_ owner: Owner, by actor: AuditActor) async throws {
        // A killed server may have left events in the journal. The next server would otherwise persist them for this owner.
        let runs = coordinator(journal: try storeKind.openJournal())
        try await runs.requireNoRunElsewhere { ErasureScope.everything.reaches($0, from: owner) }
        try await clients.recordErasure(.everything, of: owner)
        try await runs.recover()
        _ = try await clients.erase(.everything, of: owner, by: actor)
    }
}

/// An error: there is no vault where a command looked for one, and the command makes none.
struct NoVault: Error, CustomStringConvertible {
    let settings: Settings

    var description: String {
        let folder = settings.dataDirectory
        if FileManager.default.fileExists(atPath: folder), access(folder, R_OK | X_OK) != 0 {
            return "This user cannot read the data folder \(folder). Run the command as the folder's owner."
        }
        let place = URL(fileURLWithPath: settings.databasePath).path
        let start =
            settings.storeKind.exists
            ? "The database \(place) has no keys and clients yet" : "There is no database \(place)"
        let server =
            settings.clientURL == nil
            ? "" : ", or a server with TORII_ADMIN_URL: TORII_URL is only for torii chat and torii mcp"
        return "\(start), and this command makes none. Name the data folder with --data-dir or TORII_DATA_DIR\(server)."
    }
}
