import Accounts
import AgentRuntime
import AgentServer
import AgentTools
import KeyVault
import Logging
import Storage
import Transport

/// The vault and the clients of a data folder, opened.
struct OpenVault: Sendable {
    let store: any Store
    let client: HTTPClient
    let checker: UpstreamKeyChecker
    let vault: KeyVault
    let clients: Clients
    private let masterKeySources: MasterKeySources
    private let storeKind: StoreKind
    private let scopes: ScopeCatalog
    private let hasPrices: Bool

    /// Opens them; in a new folder they are made.
    init(settings: Settings) async throws {
        // One process: between the check for a sealed vault and its creation, no other process creates one.
        let storeKind = settings.storeKind
        let store = try storeKind.open()
        let masterKeys = try settings.masterKeySources.load(creatingIfMissing: try await !KeyVault.isSealed(store))
        let client = HTTPClient()
        self.storeKind = storeKind
        self.store = store
        self.client = client
        checker = UpstreamKeyChecker(settings: settings, client: client)
        do {
            vault = try await KeyVault(store: store, masterKeys: masterKeys, checker: checker)
            clients = try await Clients(store: store, vault: vault)
            var all = settings
            // A scope may also be for a tool that is switched off now.
            (all.tools, all.toolsApproval) = (nil, [])
            scopes = ScopeCatalog(
                tools: try Services.tools(settings: all, client: client, vault: vault, store: store).names
            )
        } catch {
            await client.shutdown()
            throw error
        }
        masterKeySources = settings.masterKeySources
        hasPrices = settings.priceFile != nil
    }

    /// The admin interface before them.
    ///
    /// - Parameters:
    ///   - usage: What clients have used; without one, what the store knows of it.
    ///   - erase: Erases the data of a client; without one, this process is the only one on the folder, and performs no runs.
    ///   - deleteConversation: Deletes a conversation in which no turn is going on; without one, the store does.
    func admin(
        usage: AdminInterface.UsageReader? = nil,
        erase: ClientAdministration.Eraser? = nil,
        deleteConversation: ConversationAdministration.Deletion? = nil
    ) -> AdminInterface {
        AdminInterface(
            vault: vault,
            clients: clients,
            checker: checker,
            upstreams: Upstream.keyed.map(\.name),
            masterKeys: { [masterKeySources] in try masterKeySources.load(creatingIfMissing: false) },
            usage: usage ?? { [store] in try await store.usage(of: $0, from: $1, to: $2, limit: $3) },
            erase: erase ?? { try await eraseAlone($0, by: $1) },
            scopes: scopes,
            hasPrices: hasPrices,
            store: store,
            deleteConversation: deleteConversation ?? { [store] id, _ in _ = try await store.deleteConversation(id) }
        )
    }

    /// Erases the data of a client while no server works on the folder.
    private func eraseAlone(_ client: String, by actor: AuditActor) async throws {
        try await clients.recordErasure(.everything, of: client)
        // A server that was killed may have left events in the journal, which the next one would take for its own.
        let runs = RunCoordinator(
            store: store,
            journal: try storeKind.openJournal(),
            logger: Logger(label: "torii")
        )
        try await runs.recover()
        _ = try await clients.erase(.everything, of: client, by: actor)
    }
}
