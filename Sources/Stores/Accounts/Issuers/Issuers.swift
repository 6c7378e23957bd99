public import KeyVault
import Secrets
import Signals
import SignedTokens
public import Storage
import StreamingJSON
import Synchronization
import Transport

/// The issuers of tokens for users of clients, with their keys in memory.
///
/// The store is read at the start, and again when its revision shows a change by another process. A row that cannot be used, for
/// instance because its host is no longer allowed, is listed with its fault, and its tokens are refused.
public final class Issuers: Sendable {
    /// A row in memory.
    struct Row: Sendable {
        let record: IssuerRecord
        /// The settings; `nil` with a ``fault``.
        let settings: IssuerSettings?
        /// The rules for its tokens, also with a ``fault`` that may end; `nil` if they cannot be read.
        let rules: ClaimRules?
        let keys: IssuerKeys
        /// The number of the row's state in this process.
        let generation: Int
        let fault: String?

        /// The state of which tokens are accepted now.
        var source: TokenSource {
            TokenSource(issuer: record.id, generation: generation, losses: keys.losses)
        }
    }

    /// The rows that can be used, in the order of ``rules``.
    struct Accepted: Sendable {
        var rows: [Row] = []
        var rules: [ClaimRules] = []
        /// Whether a row has a shared secret, without which no token by one is read.
        var allowsSecrets = false

        /// Chooses those among rows that can be used.
        init(among all: [Row] = []) {
            for row in all {
                guard let rules = row.settings?.rules else { continue }
                rows.append(row)
                self.rules.append(rules)
                if rules.settings.keySource == .secret { allowsSecrets = true }
            }
        }
    }

    private struct State: Sendable {
        var rows: [Row] = []
        /// The rows that are being stored.
        var reserved: [Row] = []
        var accepted = Accepted()
        var places: [String: Int] = [:]
        var seen = SeenRevision()
        var lastGeneration = 0
    }

    let store: any IssuerStore
    let vault: KeyVault
    let reader: any IssuerReader
    /// The URL at which clients reach the server; `nil` if the operator has set none.
    let publicURL: String?
    private let monotonic: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())
    let cache: Mutex<TokenCache>
    /// The numbers of presented tokens; the rest of the figures is read when it is asked for.
    let counts = Mutex(TokenFigures())
    /// Called with the id of a client some of whose tokens have ended.
    private let ended = Mutex<@Sendable (String) -> Void>({ _ in })

    /// The most issuers of a client, and of all.
    static let (mostOfClient, most) = (20, 100)

    /// The upstream under whose name the vault keeps the secrets of issuers.
    static let shelf = "issuers"

    /// Reads the issuers of a store.
    ///
    /// - Parameters:
    ///   - vault: The vault of the same database, which keeps the shared secrets.
    ///   - reader: Reads the documents of issuers.
    ///   - publicURL: The URL at which clients reach the server; `nil` if the operator has set none.
    ///   - cacheCapacity: The most tokens that are remembered.
    ///   - monotonic: Returns the time by which keys age, which never moves back.
    public init(
        store: any IssuerStore,
        vault: KeyVault,
        reader: any IssuerReader,
        publicURL: String?,
        cacheCapacity: Int = 20_000,
        monotonic: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) async throws {
        (self.store, self.vault, self.reader) = (store, vault, reader)
        (self.publicURL, self.monotonic) = (publicURL, monotonic)
        cache = Mutex(TokenCache(capacity: cacheCapacity))
        try await reload()
    }

    /// Connects the issuers with the clients whose users they name: their tokens are accepted, and streams end with them.
    public func attach(to clients: Clients) {
        ended.withLock { $0 = { [weak clients] in clients?.watchers.notify($0) } }
        clients.accept(self)
    }

    /// The rows that can be used.
    var accepted: Accepted { state.withLock { $0.accepted } }

    /// All rows, in the order of their addition.
    var rows: [Row] { state.withLock { $0.rows } }

    /// Returns the row with an id.
    func row(_ id: String) -> Row? { state.withLock { state in state.places[id].map { state.rows[$0] } } }

    /// Reads all issuers again if another process has changed some.
    ///
    /// - Throws: `StoreError`.
    public func reload(ifBehind revisions: StoreRevisions) async throws {
        if state.withLock({ $0.seen.isBehind(revisions.issuers) }) { try await reload() }
    }

    /// Reads all issuers again.
    ///
    /// - Throws: `StoreError`.
    func reload() async throws {
        var isApplied = false
        while !isApplied {
            let (changes, known) = state.withLock { ($0.seen.changes, $0.rows) }
            let list = try await store.issuers()
            var rows: [Row] = []
            for record in list.records {
                if let row = known.first(where: { $0.record == record }) {
                    rows.append(row)
                } else {
                    rows.append(try await row(of: record))
                }
            }
            let read = rows
            isApplied = state.withLock { state in
                guard state.seen.changes == changes else { return false }
                Self.replace(&state, with: read)
                state.seen.read(list.revision)
                return true
            }
            guard isApplied else { continue }
            notify(of: known, besides: read)
            // The secrets of issuers that left with their client.
            for row in known
            where row.record.kind == .secret && !read.contains(where: { $0.record.id == row.record.id }) {
                _ = try? await vault.removeDocument(row.record.id, of: Self.shelf, by: .torii)
            }
        }
    }

    /// Puts a row that this process has stored, or removes one, and notifies of the tokens that end.
    func apply(_ row: Row?, insteadOf id: String, revision: Int) {
        let (before, after) = state.withLock { state in
            let before = state.rows
            var rows = before
            if let index = rows.firstIndex(where: { $0.record.id == id }) {
                if let row { rows[index] = row } else { rows.remove(at: index) }
            } else if let row {
                rows.append(row)
            }
            Self.replace(&state, with: rows)
            state.seen.record(revision)
            return (before, rows)
        }
        notify(of: before, besides: after)
    }

    /// Reserves the place of a row while it is stored, so that of two which overlap at the same time one is refused.
    ///
    /// The reservation ends with ``release(_:)``.
    func reserve(_ row: Row) throws(AccountsError) {
        try state.withLock { state throws(AccountsError) in
            try Self.checkPlace(of: row, among: state.rows + state.reserved)
            state.reserved.append(row)
        }
    }

    /// Ends the reservation of a row that is in memory, or was not stored.
    func release(_ row: Row) {
        state.withLock { state in state.reserved.removeAll { $0.generation == row.generation } }
    }

    private func notify(of before: [Row], besides after: [Row]) {
        let kept = Set(after.map(\.generation))
        let ended = self.ended.withLock { $0 }
        for client in Set(before.filter { !kept.contains($0.generation) }.map(\.record.client)) { ended(client) }
    }

    private static func replace(_ state: inout State, with rows: [Row]) {
        state.rows = rows
        state.places = Dictionary(rows.enumerated().map { ($1.record.id, $0) }) { first, _ in first }
        state.accepted = Accepted(among: rows)
    }

    /// Makes the row of a stored record.
    ///
    /// - Parameter secret: The secret of a new row; `nil` for that of the vault.
    func row(of record: IssuerRecord, secret: [UInt8]? = nil) async throws -> Row {
        let generation = state.withLock { state in
            state.lastGeneration += 1
            return state.lastGeneration
        }
        var rules: ClaimRules?
        do {
            let settings = try self.settings(of: record)
            rules = settings.rules
            try checkAddresses(of: settings, record)
            return Row(
                record: record,
                settings: settings,
                rules: rules,
                keys: try await keys(of: record, settings, secret: secret),
                generation: generation,
                fault: nil
            )
        } catch let error as AccountsError {
            return faulty(record, rules, generation, error.message)
        } catch let error as IssuerFault {
            return faulty(record, rules, generation, error.description)
        } catch is KeyVaultError {
            // It ends the tokens of this issuer, and of no other one.
            return faulty(
                record,
                rules,
                generation,
                "The vault cannot open the issuer's secret. Remove the issuer, and add it again."
            )
        }
    }

    private func faulty(_ record: IssuerRecord, _ rules: ClaimRules?, _ generation: Int, _ fault: String) -> Row {
        let keys = IssuerKeys(at: .address(""), algorithms: nil, reader: reader)
        return Row(record: record, settings: nil, rules: rules, keys: keys, generation: generation, fault: fault)
    }

    /// Reads the settings of a record.
    private func settings(of record: IssuerRecord) throws -> IssuerSettings {
        let options = JSONParseOptions(
            maximumDepth: 16,
            maximumByteCount: IssuerSettings.longest,
            repeatedNames: .refuse
        )
        guard let members = try? JSONValue(parsing: record.settings, options: options).objectValue else {
            throw AccountsError(.invalidClient, "The issuer's settings are not a JSON object of at most 64 KiB.")
        }
        return try IssuerSettings(
            members,
            id: record.id,
            client: record.client,
            kind: record.kind,
            publicURL: publicURL
        )
    }

    /// Checks that the addresses of a record are allowed.
    private func checkAddresses(of settings: IssuerSettings, _ record: IssuerRecord) throws(IssuerFault) {
        if record.kind == .openID { try check(issuer: settings.rules.settings.issuer) }
        switch settings.place {
        case .address(let address)?: try reader.check(address)
        case .discovery(let issuer)?: try reader.check(IssuerDiscovery(issuer: issuer).addresses[0])
        case nil: break
        }
    }

    /// Checks that the issuer of an OpenID provider is an address with TLS, or at a host that the operator has named.
    ///
    /// Another text could be the word for the app's backend, whose users would be those of the provider.
    private func check(issuer: String) throws(IssuerFault) {
        let address = IssuerDiscovery(issuer: issuer).addresses[0]
        guard issuer.utf8.starts(with: "https://".utf8), HTTPOrigin(address)?.scheme == "https" else {
            return try reader.check(issuer)
        }
    }

    private func keys(of record: IssuerRecord, _ settings: IssuerSettings, secret: [UInt8]?) async throws -> IssuerKeys
    {
        if let keys = settings.publicKeys { return IssuerKeys(keys, reader: reader) }
        if let place = settings.place {
            return IssuerKeys(
                at: place,
                algorithms: settings.rules.settings.algorithms,
                reader: reader,
                now: monotonic
            ) { [weak self] keys, lacksKey in
                self?.keysChanged(keys, of: record, lacksKey: lacksKey)
            }
        }
        var bytes = secret
        if bytes == nil { bytes = try await vault.document(record.id, of: Self.shelf)?.withBytes { Array($0) } }
        guard let bytes, let keys = try? KeySet(secret: bytes, keyID: record.id) else {
            throw AccountsError(
                .invalidClient,
                "The vault has no secret of the issuer. Remove the issuer, and add it again."
            )
        }
        return IssuerKeys(keys, reader: reader)
    }

    private func keysChanged(_ keys: KeySet, of record: IssuerRecord, lacksKey: Bool) {
        let ended = self.ended.withLock { $0 }
        if lacksKey { ended(record.client) }
        let outcome = "done: \(keys.keys.count) keys\(lacksKey ? ", one is gone" : "")"
        // The row is written beside the requests that wait for the keys; a store that cannot be written keeps none of them from being used.
        Task { [vault] in
            let object = "clients/\(record.client)/issuers/\(record.id)"
            try? await vault.appendAudit(.torii, (action: "issuer.keys", object: object, outcome: outcome))
        }
    }
}
