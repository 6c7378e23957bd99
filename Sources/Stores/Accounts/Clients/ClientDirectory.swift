import Crypto
import FoundationEssentials
import Storage

/// The holders of all tokens, in memory: every authentication is decided here.
///
/// A token is found by the first eight bytes of its keyed hash, so the cost does not grow with the number of tokens, and is then
/// compared in full in constant time. The duration of the search reveals nothing useful. It depends on the keyed hash of the
/// presented text, which cannot be computed or steered without the vault's key. A guess whose hash shares its first bytes with a
/// token's hash is therefore no closer to the token than any other guess.
struct ClientDirectory {
    private var records: [String: ClientRecord] = [:]
    private var order: [String] = []
    /// Each stored client as the sender of a request, revoked or not: its texts are read once, not at each request.
    private var holders: [String: Principal] = [:]
    private var entries: [UInt64: [Entry]] = [:]
    private var presets: [String: (hash: Data, client: Principal)] = [:]
    /// The ids of removed clients; ids are never reused, so a change that arrives after a removal is recognized.
    private var removed: Set<String> = []
    /// The revision of the list, and the changes of this process since.
    private(set) var seen = SeenRevision()
    /// The names of changes that are being stored, each with the client's id.
    private var reserved: [NameReservation: (name: ClientName, client: String)] = [:]

    /// An identifier of one reservation; a client may have several, because its changes may overlap.
    struct NameReservation: Hashable {
        private let id = UUID()
    }

    private struct Entry {
        var hash: Data
        var client: Principal
        var expiresAt: Date?
        var isRevoked: Bool
        /// Whether the token is not stored but lent: it is valid as long as its client, in the client's current state.
        var isLent = false
    }

    /// All stored clients, in the order of their creation.
    var clients: [ClientRecord] { order.compactMap { records[$0] } }

    /// Returns a stored client.
    subscript(id: String) -> ClientRecord? { records[id] }

    /// Returns the result of authenticating the token with this hash.
    func holder(of hash: HMAC<SHA256>.MAC, at now: Date) -> Authentication {
        var found: Entry?
        for entry in entries[Self.place(of: hash)] ?? [] where hash == entry.hash { found = entry }
        guard let found else { return .unknown }
        if found.isLent {
            if let end = records[found.client.owner.client]?.expiresAt, end <= now { return .expired }
            return client(found.client.owner.client).map(Authentication.accepted) ?? .revoked
        }
        if found.isRevoked { return .revoked }
        if let expiresAt = found.expiresAt, expiresAt <= now { return .expired }
        return .accepted(found.client)
    }

    /// Returns the holder of the token with a stored hash; nil if the token is not valid now.
    func holder(ofStoredHash hash: Data, at now: Date) -> Principal? {
        guard let entry = entries[Self.place(of: hash)]?.first(where: { $0.hash == hash }), !entry.isRevoked,
            entry.expiresAt.map({ $0 > now }) ?? true
        else { return nil }
        return entry.client
    }

    /// Returns the first client of a kind that is neither revoked nor expired, or else one from the settings; nil if there is none.
    func first(of kind: Principal.Kind, at now: Date) -> Principal? {
        let stored = clients.first { record in
            record.revokedAt == nil && record.expiresAt.map { $0 > now } ?? true && holders[record.id]?.kind == kind
        }
        if let stored { return client(stored.id) }
        return presets.values.map(\.client).filter { $0.kind == kind }.min { $0.owner.client < $1.owner.client }
    }

    /// Returns a client in its current state; nil if it is revoked or unknown.
    func client(_ id: String) -> Principal? {
        guard let record = records[id] else { return presets[id]?.client }
        return record.revokedAt == nil ? holders[id] : nil
    }

    /// Returns an authenticated client in its current state; nil if its token is revoked, removed or expired.
    func current(_ client: Principal, at now: Date) -> Principal? {
        guard let record = records[client.owner.client] else { return presets[client.owner.client]?.client }
        guard record.expiresAt.map({ $0 > now }) ?? true else { return nil }
        // A token that is lent has no id, and ends with its client.
        if let id = client.tokenID {
            guard let token = record.tokens.first(where: { $0.id == id }), token.expiresAt.map({ $0 > now }) ?? true
            else { return nil }
        }
        return self.client(client.owner.client)
    }

    /// Whether a client's token is neither revoked nor removed; without a token id, whether the client is neither.
    func accepts(_ id: String, token: String?) -> Bool {
        guard let record = records[id] else { return presets[id] != nil }
        guard record.revokedAt == nil else { return false }
        return token.map { token in record.tokens.contains { $0.id == token } } ?? true
    }

    /// Whether any token of this kind is accepted at a time.
    func hasHolder(of kind: Principal.Kind, at now: Date) -> Bool {
        entries.values.joined().contains { entry in
            entry.client.kind == kind && !entry.isRevoked && entry.expiresAt.map { $0 > now } != false
        }
    }

    /// Reserves a name for a client until ``release(_:)``, so that only one of two concurrent changes gets it.
    ///
    /// Commands identify clients by name. The name of a revoked client is free, and a client may keep its own name.
    /// - Throws: ``AccountsError/Code/clientNameTaken``.
    mutating func reserve(_ name: ClientName, for id: String) throws(AccountsError) -> NameReservation {
        if let other = order.first(where: { $0 != id && name.isPrefix(ofID: $0) }) {
            throw .nameTaken("The name equals the id of client \(other) or its first characters. Choose another name.")
        }
        let holder = order.first { other in
            other != id && records[other].map { $0.revokedAt == nil && ClientName($0.name) == name } == true
        }
        if let other = holder ?? reserved.values.first(where: { $0.client != id && $0.name == name })?.client {
            throw .nameTaken("Client \(other) has this name. Choose another name, or change that client.")
        }
        let reservation = NameReservation()
        reserved[reservation] = (name, id)
        return reservation
    }

    /// Ends a reservation, after the client has the name or after the change failed.
    mutating func release(_ reservation: NameReservation) { reserved[reservation] = nil }

    /// Stores a client in memory that this process has stored with a revision of the list.
    mutating func put(_ record: ClientRecord, revision: Int) {
        seen.record(revision)
        put(record)
    }

    /// Stores a client in memory, unless a later revision of it is there.
    private mutating func put(_ record: ClientRecord) {
        guard !removed.contains(record.id) else { return }
        if let known = records[record.id] {
            guard known.revision < record.revision else { return }
            for token in known.tokens { remove(token.hash) }
        } else {
            order.append(record.id)
        }
        records[record.id] = record
        let holder = Principal(
            owner: Owner(client: record.id),
            name: record.name,
            scopes: Scope.set(stored: record.scopes),
            limits: record.limits,
            instructions: record.instructions.map(ServerInstructions.init(stored:)),
            users: record.users.map(UserSettings.init(stored:))
        )
        holders[record.id] = holder
        for token in record.tokens {
            var client = holder
            client.tokenID = token.id
            let expiresAt = [token.expiresAt, record.expiresAt].compactMap(\.self).min()
            add(Entry(hash: token.hash, client: client, expiresAt: expiresAt, isRevoked: record.revokedAt != nil))
        }
    }

    /// Removes a client that this process has removed from the store with a revision of the list.
    mutating func remove(client id: String, revision: Int) {
        seen.record(revision)
        remove(client: id)
    }

    private mutating func remove(client id: String) {
        removed.insert(id)
        guard let record = records.removeValue(forKey: id) else { return }
        holders[id] = nil
        for token in record.tokens { remove(token.hash) }
        order.removeAll { $0 == id }
    }

    /// Replaces all clients by the stored ones, unless a later list is in memory.
    mutating func replace(with stored: RevisedList<ClientRecord>) {
        guard seen.revision <= stored.revision else { return }
        let ids = Set(stored.records.map(\.id))
        for id in order where !ids.contains(id) { remove(client: id) }
        for record in stored.records { put(record) }
        seen.read(stored.revision)
    }

    /// Adds a token that is not stored; it replaces an earlier one of the same client.
    mutating func addPreset(_ client: Principal, hash: Data) {
        if let former = presets.updateValue((hash, client), forKey: client.owner.client) { remove(former.hash) }
        add(Entry(hash: hash, client: client, expiresAt: nil, isRevoked: false))
    }

    /// Adds a token of a client that is not stored, beside its other ones; returns whether there is such a client.
    mutating func lend(_ hash: Data, to id: String) -> Bool {
        guard let client = client(id) else { return false }
        add(Entry(hash: hash, client: client, expiresAt: nil, isRevoked: false, isLent: true))
        return true
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
