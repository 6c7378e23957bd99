import Crypto
import FoundationEssentials
import Storage

/// Who holds which token, in memory: the decision behind every authentication.
///
/// Tokens are found by the first eight bytes of their keyed hash, so the cost does not grow with their number, and then compared whole
/// in constant time. How long the search takes tells nothing that is of use: it depends on the keyed hash of what was shown, which
/// nobody can compute or steer without the vault's key, so a guess that shares its first bytes with a token's hash is no nearer
/// to the token than any other guess.
struct ClientDirectory {
    private var records: [String: ClientRecord] = [:]
    private var order: [String] = []
    private var entries: [UInt64: [Entry]] = [:]
    private var presets: [String: (hash: Data, client: Client)] = [:]
    /// Ids are never given twice, so a change that arrives after its client was removed is known for what it is.
    private var removed: Set<String> = []
    /// Counts the clients that came by ``put(_:)``, so that a list that was read before one of them is known to be too old.
    private(set) var additions = 0
    /// The names of changes that are being stored, each with the client's id.
    private var reserved: [NameReservation: (name: ClientName, client: String)] = [:]

    /// The mark of one reservation; a client may have several, because its changes may overlap.
    struct NameReservation: Hashable {
        private let id = UUID()
    }

    private struct Entry {
        var hash: Data
        var client: Client
        var expiresAt: Date?
        var isRevoked: Bool
    }

    /// All stored clients, in the order in which they were made.
    var clients: [ClientRecord] { order.compactMap { records[$0] } }

    /// A stored client.
    subscript(id: String) -> ClientRecord? { records[id] }

    /// Who holds the token with this hash.
    func holder(of hash: HMAC<SHA256>.MAC, at now: Date) -> Authentication {
        var found: Entry?
        for entry in entries[Self.place(of: hash)] ?? [] where hash == entry.hash { found = entry }
        guard let found else { return .unknown }
        if found.isRevoked { return .revoked }
        if let expiresAt = found.expiresAt, expiresAt <= now { return .expired }
        return .accepted(found.client)
    }

    /// A client as it is now; nil when it is shut out or there is none.
    func client(_ id: String) -> Client? {
        guard let record = records[id] else { return presets[id]?.client }
        guard record.revokedAt == nil else { return nil }
        return Client(id: id, name: record.name, scopes: Scope.set(stored: record.scopes), limits: record.limits)
    }

    /// Whether a client's token would still be accepted, its expiry aside; without an id, whether any might be.
    func accepts(_ id: String, token: String?) -> Bool {
        guard let record = records[id] else { return presets[id] != nil }
        guard record.revokedAt == nil else { return false }
        return token.map { token in record.tokens.contains { $0.id == token } } ?? true
    }

    /// Whether someone of this kind could get in.
    func hasHolder(of kind: Client.Kind, at now: Date) -> Bool {
        entries.values.joined().contains { entry in
            entry.client.kind == kind && !entry.isRevoked && entry.expiresAt.map { $0 > now } != false
        }
    }

    /// Keeps a name for a client until ``release(_:)``, so that of two who ask for it at the same time one only gets it.
    ///
    /// Names are how commands name clients. The name of a revoked client is free, and a client may keep the one that it has.
    /// - Throws: ``AccountsError/Code/clientNameTaken``.
    mutating func reserve(_ name: ClientName, for id: String) throws(AccountsError) -> NameReservation {
        if let other = order.first(where: { $0 != id && name.isBeginning(ofID: $0) }) {
            throw .nameTaken("The name is the id of client \(other) or its beginning. Choose another one.")
        }
        let holder = order.first { other in
            other != id && records[other].map { $0.revokedAt == nil && ClientName($0.name) == name } == true
        }
        if let other = holder ?? reserved.values.first(where: { $0.client != id && $0.name == name })?.client {
            throw .nameTaken("The name is that of client \(other). Choose another one, or change that client.")
        }
        let reservation = NameReservation()
        reserved[reservation] = (name, id)
        return reservation
    }

    /// Ends a reservation; the name is the client's by then, or was not stored.
    mutating func release(_ reservation: NameReservation) { reserved[reservation] = nil }

    /// Takes a stored client over, unless a later state of it is known.
    mutating func put(_ record: ClientRecord) {
        guard !removed.contains(record.id) else { return }
        if let known = records[record.id] {
            guard known.revision < record.revision else { return }
            for token in known.tokens { remove(token.hash) }
        } else {
            order.append(record.id)
            additions += 1
        }
        records[record.id] = record
        let scopes = Scope.set(stored: record.scopes)
        for token in record.tokens {
            let client = Client(
                id: record.id,
                name: record.name,
                scopes: scopes,
                limits: record.limits,
                tokenID: token.id
            )
            let expiresAt = [token.expiresAt, record.expiresAt].compactMap(\.self).min()
            add(Entry(hash: token.hash, client: client, expiresAt: expiresAt, isRevoked: record.revokedAt != nil))
        }
    }

    /// Forgets a client.
    mutating func remove(client id: String) {
        removed.insert(id)
        guard let record = records.removeValue(forKey: id) else { return }
        for token in record.tokens { remove(token.hash) }
        order.removeAll { $0 == id }
    }

    /// Takes over all stored clients; the ids of those that are gone.
    mutating func replace(with stored: [ClientRecord]) {
        let ids = Set(stored.map(\.id))
        for id in order where !ids.contains(id) { remove(client: id) }
        for record in stored { put(record) }
    }

    /// Admits a token that is stored nowhere; a former one of the same client is gone.
    mutating func preset(_ client: Client, hash: Data) {
        if let former = presets.updateValue((hash, client), forKey: client.id) { remove(former.hash) }
        add(Entry(hash: hash, client: client, expiresAt: nil, isRevoked: false))
    }

    private mutating func add(_ entry: Entry) {
        entries[Self.place(of: entry.hash), default: []].append(entry)
    }

    private mutating func remove(_ hash: Data) {
        let place = Self.place(of: hash)
        entries[place]?.removeAll { $0.hash == hash }
        if entries[place]?.isEmpty == true { entries[place] = nil }
    }

    private static func place(of hash: some Sequence<UInt8>) -> UInt64 {
        hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension AccountsError {
    fileprivate static func nameTaken(_ message: String) -> AccountsError {
        AccountsError(.clientNameTaken, message)
    }
}
