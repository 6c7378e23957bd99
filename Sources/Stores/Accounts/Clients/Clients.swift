import Crypto
import FoundationEssentials
public import KeyVault
public import Secrets
import Signals
public import Storage
import Synchronization

/// The clients and administrators that may use Torii, and the keyed hashes of their access tokens.
///
/// A token is shown once, when it is issued. Authentication reads memory only. Every change is stored with its audit row before it
/// takes effect, and applies from the next request on. ``revocations()`` notifies running runs of revoked clients and tokens.
///
/// The store is read at the start, and again when its revision shows a change by another process: often
/// (``reload(ifBehind:)``), and before an unknown token is refused (``authenticateAgain(_:)``).
public final class Clients: Sendable {
    let store: any ClientStore
    let vault: KeyVault
    let directory = Mutex(ClientDirectory())
    /// The notifier of runs about clients to check; `nil` for any client.
    ///
    /// Revocations in another process are sent when their revision has been noticed (``reload(ifBehind:)``).
    let watchers = Broadcast<String?>()
    private let looks = Mutex(LookBudget())
    /// The check of tokens that issuers have signed; `nil` for none.
    let signedTokens = Mutex<(any SignedTokenAuthentication)?>(nil)

    /// The users of all clients.
    public let users: Users

    /// Reads the clients of a store.
    ///
    /// The vault provides the key for hashing and so must use the same database.
    public init(store: any ClientStore, vault: KeyVault) async throws {
        self.store = store
        self.vault = vault
        users = try await Users(store: store, vault: vault)
        let list = try await store.clients()
        directory.withLock { $0.replace(with: list) }
    }

    /// Returns the result of authenticating a presented token.
    public func authenticate(_ presented: String) -> Authentication {
        // No token is nearly that long, and hashing long text for an unknown sender wastes time.
        guard presented.utf8.count <= 1024 else { return .unknown }
        var presented = presented
        let hash = presented.withUTF8 { bytes in
            HMAC<SHA256>.authenticationCode(for: UnsafeRawBufferPointer(bytes), using: vault.tokenKey)
        }
        let now = vault.now()
        return directory.withLock { $0.holder(of: hash, at: now) }
    }

    /// Returns the result of authenticating a refused token again, after a look whether another process has changed the clients.
    ///
    /// The look is one small query. While the store cannot be read, the clients in memory decide.
    public func authenticateAgain(_ presented: String) async -> Authentication {
        if let revisions = await look() { try? await reload(ifBehind: revisions) }
        return authenticate(presented)
    }

    /// Returns the client of a token, looking into the store before a refusal; nil if the token is not valid.
    public func holder(ofToken presented: String) async -> Principal? {
        if let client = authenticate(presented).client { return client }
        return await authenticateAgain(presented).client
    }

    /// Returns the revisions of the store; nil if it cannot be read, or refused credentials have caused too many looks.
    func look() async -> StoreRevisions? {
        let time = vault.now()
        guard looks.withLock({ $0.spend(at: time) }) else { return nil }
        return try? await store.revisions()
    }

    /// Adds a token from the settings, with all scopes of its kind and no limits.
    ///
    /// It is not stored, so the token becomes invalid once it is removed from the settings. The client's id depends only on its kind and name,
    /// so it stays the same across restarts.
    public func addPreset(_ secret: SecretString, name: String, kind: Principal.Kind) throws(KeyVaultError) {
        let secret = try secret.asKey()
        let client = Principal(owner: Owner(client: "preset:\(kind.rawValue):\(name)"), name: name, scopes: kind.scopes)
        let hash = hash(of: secret)
        directory.withLock { $0.addPreset(client, hash: hash) }
        watchers.notify(client.owner.client)
    }

    /// Adds a new token of an existing client that is valid as long as this process, for a program that contains the server.
    ///
    /// It is not stored. The client keeps its other tokens, its scopes and limits; a revoked client loses this token too.
    ///
    /// - Returns: The token; nil if there is no such client, or it is revoked.
    public func lendToken(to id: String) -> SecretString? {
        let token = SecretString.accessToken()
        let hash = hash(of: token)
        return directory.withLock { $0.lend(hash, to: id) } ? token : nil
    }

    /// Whether no token of this kind is valid now.
    public func isEmpty(_ kind: Principal.Kind) -> Bool {
        let now = vault.now()
        return directory.withLock { !$0.hasHolder(of: kind, at: now) }
    }

    /// Returns the descriptions of all stored clients, in the order of their creation.
    public func list() -> [ClientDescription] {
        directory.withLock(\.clients).map(ClientDescription.init)
    }

    /// Returns the description of one client.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` if there is none with this id.
    public func client(_ id: String) throws(AccountsError) -> ClientDescription {
        guard let record = directory.withLock({ $0[id] }) else { throw .unknownClient(id) }
        return ClientDescription(record)
    }

    /// Returns a client in its current state, whichever token it uses; nil if it is revoked or unknown.
    public func holder(_ id: String) -> Principal? { directory.withLock { $0.client(id) } }

    /// Returns an authenticated client in its current state; nil if its token is no longer valid.
    public func current(_ client: Principal) -> Principal? {
        let time = vault.now()
        if let grant = client.grant {
            guard grant.notAfter > time, accepts(grant.source) else { return nil }
        }
        guard let current = directory.withLock({ $0.current(client, at: time) }) else { return nil }
        return client.owner.user == nil ? current : users.current(client.owner, of: current, client.grant)
    }

    /// Whether the runs that a client's token started may continue: neither the client nor the token is revoked or removed.
    ///
    /// An expired token, also after a rotation, does not end its runs.
    ///
    /// - Parameter token: The token's id; nil if it is unknown, or for a token from the settings.
    public func accepts(_ id: String, token: String?) -> Bool { directory.withLock { $0.accepts(id, token: token) } }

    /// Whether the runs that a token started for an owner may continue: as its client's, unless the owner is a blocked user.
    ///
    /// - Parameter grant: The ground of a signed token, whose runs end with the issuer, its key and a sign-out, but not with the token.
    public func accepts(_ owner: Owner, token: String?, grant: TokenGrant? = nil) -> Bool {
        guard accepts(owner.client, token: token), !users.isBlocked(owner) else { return false }
        guard let grant else { return true }
        return accepts(grant.source) && users.accepts(grant, of: owner, holder(owner.client)?.users)
    }

    private func accepts(_ source: TokenSource) -> Bool {
        let tokens = signedTokens.withLock { $0 }
        return tokens?.accepts(source) == true
    }

    /// Returns a client or a user with its current scopes, without a user's plan, which may have to be read; nil if it is revoked,
    /// blocked or unknown.
    public func currentHolder(of owner: Owner) -> Principal? {
        guard let client = holder(owner.client) else { return nil }
        return owner.user == nil ? client : users.current(owner, of: client)
    }

    /// Returns a client or a user in its current state, whichever token it uses; nil if it is revoked, blocked or unknown.
    ///
    /// - Throws: `StoreError` for a user that is not in memory.
    public func holder(of owner: Owner) async throws -> Principal? {
        guard let client = holder(owner.client) else { return nil }
        return owner.user == nil ? client : try await users.principal(of: client, owner: owner)
    }

    /// Returns a stream of the ids of clients that may have been revoked or lost a token; nil for any client.
    ///
    /// ``accepts(_:token:)`` then returns whether a run may continue. The stream ends when it is released or when the task that
    /// waits for it is cancelled.
    public func revocations() -> AsyncStream<String?> { watchers.stream { .some($0) } }

    /// Reads all clients again if another process has changed some; the runs and streams of revoked ones end.
    ///
    /// - Throws: `StoreError`.
    public func reload(ifBehind revisions: StoreRevisions) async throws {
        if directory.withLock({ $0.seen.isBehind(revisions.clients) }) { try await reload() }
    }

    /// Reads all clients again.
    ///
    /// - Throws: `StoreError`.
    public func reload() async throws {
        var isApplied = false
        while !isApplied {
            let changes = directory.withLock(\.seen.changes)
            let list = try await store.clients()
            isApplied = directory.withLock { directory in
                // A client that was created during the read is missing in the list and must not count as removed.
                guard directory.seen.changes == changes else { return false }
                directory.replace(with: list)
                return true
            }
        }
        watchers.notify(nil)
    }

    /// Returns the hash that identifies a token.
    func hash(of token: SecretString) -> Data {
        token.withBytes { Data(HMAC<SHA256>.authenticationCode(for: $0, using: vault.tokenKey)) }
    }
}

extension AccountsError {
    static func unknownClient(_ id: String) -> AccountsError {
        AccountsError(.unknownClient, "There is no client '\(id.prefix(80))'. List the clients to see their ids.")
    }
}
