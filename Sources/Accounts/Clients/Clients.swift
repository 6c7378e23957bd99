import Crypto
import FoundationEssentials
public import KeyVault
public import Secrets
public import Storage
import Synchronization

/// The clients and administrators that may use Torii, and their access tokens, known by keyed hashes only.
///
/// A token is shown once, when it is issued. Authentication reads memory only. Every change is durable, with its row in the audit
/// chain, before it shows, and counts for the next request; who is shut out is also told to the runs that are going on, by
/// ``revocations()``.
///
/// The store is read at the start and after that only written: of two processes on one database each would see its own changes only,
/// until ``reload()``.
public final class Clients: Sendable {
    let store: any ClientStore
    let vault: KeyVault
    let directory = Mutex(ClientDirectory())
    let watchers = Revocations()

    /// Reads the clients of a store.
    ///
    /// The vault gives the key for hashing, and so must be of the same database.
    public init(store: any ClientStore, vault: KeyVault) async throws {
        self.store = store
        self.vault = vault
        let records = try await store.clients()
        directory.withLock { $0.replace(with: records) }
    }

    /// Who holds the token that was shown.
    public func authenticate(_ presented: String) -> Authentication {
        // No token is nearly that long; hashing a megabyte for a stranger would be a gift.
        guard presented.utf8.count <= 1024 else { return .unknown }
        var presented = presented
        let hash = presented.withUTF8 { bytes in
            HMAC<SHA256>.authenticationCode(for: UnsafeRawBufferPointer(bytes), using: vault.tokenKey)
        }
        let now = vault.now()
        return directory.withLock { $0.holder(of: hash, at: now) }
    }

    /// Admits a token that the settings hold, with all the scopes of its kind and no limits.
    ///
    /// It is not stored, so it is gone once the settings do not hold it any more; the client's id depends on its kind
    /// and name only, and so stays the same over restarts.
    public func preset(_ secret: SecretString, name: String, kind: Client.Kind) throws(KeyVaultError) {
        try secret.validateAsKey()
        let client = Client(id: "preset:\(kind.rawValue):\(name)", name: name, scopes: kind.scopes)
        let hash = hash(of: secret)
        directory.withLock { $0.preset(client, hash: hash) }
        watchers.tell(client.id)
    }

    /// Whether no token of this kind would be accepted now.
    public func isEmpty(_ kind: Client.Kind) -> Bool {
        let now = vault.now()
        return directory.withLock { !$0.hasHolder(of: kind, at: now) }
    }

    /// What may be said about all stored clients, in the order in which they were made.
    public func list() -> [ClientDescription] {
        directory.withLock(\.clients).map(ClientDescription.init)
    }

    /// What may be said about one client.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` when there is none with this id.
    public func client(_ id: String) throws(AccountsError) -> ClientDescription {
        guard let record = directory.withLock({ $0[id] }) else { throw .unknownClient(id) }
        return ClientDescription(record)
    }

    /// A client as it is now, whichever token it shows; nil when it is shut out or there is none.
    public func holder(_ id: String) -> Client? { directory.withLock { $0.client(id) } }

    /// Whether what a client's token has begun may go on: whether neither is revoked or removed.
    ///
    /// A token that merely expires, also after a rotation, lets runs finish.
    ///
    /// - Parameter token: The token's id; nil when it is not known, or came out of the settings.
    public func accepts(_ id: String, token: String?) -> Bool { directory.withLock { $0.accepts(id, token: token) } }

    /// The ids of clients of whom something may be shut out, each as soon as it is; nil when it may be any.
    ///
    /// What is shut out, ``accepts(_:token:)`` says then.
    /// Letting go of the stream, or cancelling the task that waits for it, ends the watch.
    public func revocations() -> AsyncStream<String?> { watchers.stream() }

    /// Reads all clients anew, for a store that another process has changed.
    public func reload() async throws {
        var isTaken = false
        while !isTaken {
            let additions = directory.withLock(\.additions)
            let records = try await store.clients()
            isTaken = directory.withLock { directory in
                // A client that was made while the list was read is not in it, and must not be taken for removed.
                guard directory.additions == additions else { return false }
                directory.replace(with: records)
                return true
            }
        }
        watchers.tell(nil)
    }

    /// The hash under which a token is known.
    func hash(of token: SecretString) -> Data {
        token.withBytes { Data(HMAC<SHA256>.authenticationCode(for: $0, using: vault.tokenKey)) }
    }
}

extension AccountsError {
    static func unknownClient(_ id: String) -> AccountsError {
        AccountsError(.unknownClient, "There is no client '\(id.prefix(80))'. List the clients to see which there are.")
    }
}
