import KeyVault
import Storage
import Transport

/// The vault and the clients of a data folder, opened.
struct OpenVault: Sendable {
    let store: SQLiteStore
    let client: HTTPClient
    let checker: UpstreamKeyChecker
    let vault: KeyVault
    let clients: Clients
    private let masterKeySources: MasterKeySources

    /// Opens them; in a new folder they are made.
    init(settings: Settings) async throws {
        let store = try SQLiteStore(path: settings.databasePath)
        let masterKeys = try settings.masterKeySources.load(creatingIfMissing: try await !KeyVault.isSealed(store))
        let client = HTTPClient()
        self.store = store
        self.client = client
        checker = Services.checker(settings: settings, client: client)
        do {
            vault = try await KeyVault(store: store, masterKeys: masterKeys, checker: checker)
            clients = try await Clients(store: store, vault: vault)
        } catch {
            await client.shutdown()
            throw error
        }
        masterKeySources = settings.masterKeySources
    }

    /// The admin interface before them.
    ///
    /// - Parameter usage: What clients have used; without one, what the store knows of it.
    func admin(usage: AdminInterface.UsageReader? = nil) -> AdminInterface {
        AdminInterface(
            vault: vault,
            clients: clients,
            checker: checker,
            masterKeys: { [masterKeySources] in try masterKeySources.load(creatingIfMissing: false) },
            usage: usage ?? { [store] in try await store.usage(of: $0, from: $1, to: $2, limit: $3) }
        )
    }
}
