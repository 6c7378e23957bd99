import KeyVault
import Storage
import Transport

/// The vault and the clients of a data folder, opened, with the admin interface before them.
struct OpenVault: Sendable {
    let store: SQLiteStore
    let client: HTTPClient
    let checker: UpstreamKeyChecker
    let vault: KeyVault
    let clients: Clients
    let admin: AdminInterface

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
        admin = AdminInterface(
            vault: vault,
            clients: clients,
            checker: checker,
            masterKeys: { try settings.masterKeySources.load(creatingIfMissing: false) },
            usage: { try await store.usage(of: $0, from: $1, to: $2, limit: $3) }
        )
    }
}
