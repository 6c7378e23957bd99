import Cancellation
public import FoundationEssentials
public import KeyVault
public import Secrets
import Signals
public import Storage
import Synchronization

/// The sign-ins of browsers to the two pages.
///
/// A browser sends a token or a one-time code once, and then a cookie, over plain HTTP together with a key that the page keeps. Only the
/// keyed hash of both is stored. A sign-in ends with its token, with its client, after a time without requests, and at the latest after a fixed time. The codes are in memory only.
///
/// The store is read at the start, and again when its revision shows a change by another process.
public final class BrowserSessions: Sendable {
    // One process: a one-time code is known to the process that made it.
    private let clients: Clients
    private let table: Mutex<BrowserSessionTable>

    /// Reads the sign-ins of the clients' store.
    public init(clients: Clients) async throws {
        self.clients = clients
        let time = clients.vault.now()
        table = Mutex(BrowserSessionTable(try await clients.store.browserSessions(), readAt: time))
    }

    /// Reads all sign-ins again if another process has changed some, or may have prolonged some by their use; the streams of browsers that
    /// were signed out end.
    ///
    /// - Throws: `StoreError`.
    public func reload(ifBehind revisions: StoreRevisions) async throws {
        let time = now
        let isBehind = table.withLock {
            $0.seen.isBehind(revisions.browserSessions) || $0.hasEndedSinceReading(at: time)
        }
        if isBehind { try await reload() }
    }

    /// Reads all sign-ins again, with their latest stored uses.
    ///
    /// - Throws: `StoreError`.
    public func reload() async throws {
        var (isApplied, isOneGone) = (false, false)
        while !isApplied {
            let (time, changes) = (now, table.withLock(\.seen.changes))
            let list = try await clients.store.browserSessions()
            isApplied = table.withLock { table in
                // A sign-in of this process during the read is missing in the list.
                guard table.seen.changes == changes else { return false }
                isOneGone = table.replace(with: list, readAt: time)
                return true
            }
        }
        if isOneGone { clients.watchers.notify(nil) }
    }

    /// A new sign-in, and the value of its cookie, of which no other copy exists.
    public struct SignIn: Sendable {
        /// The client that has signed in.
        public var client: Principal
        /// The sign-in.
        public var session: BrowserSession
        /// The value of the cookie.
        public var cookie: SecretString
        /// The key that the page keeps and sends beside the cookie; `nil` if the cookie is enough.
        public var pageKey: SecretString?
    }

    /// Signs a browser in by a one-time code.
    ///
    /// - Parameters:
    ///   - agent: The browser, as it names itself.
    ///   - hasPageKey: Whether the page keeps a key, because the cookie alone may reach other programs.
    /// - Returns: `nil` for a code that is unknown, used or expired, and for a client that may not use the page.
    /// - Throws: `StoreError`.
    public func signIn(
        code: String,
        to side: BrowserSession.Side,
        agent: String,
        hasPageKey: Bool,
        requestID: String?
    ) async throws -> SignIn? {
        guard let hash = hash(of: code), let taken = table.withLock({ $0.takeCode(hash, side, at: now) }),
            let client = clients.holder(taken.client), side.admits(client)
        else { return nil }
        return try await signIn(client, token: nil, side, agent, hasPageKey, requestID, confirmedAt: taken.confirmedAt)
    }

    /// Signs a browser in by the token of a client that was just authenticated with it.
    ///
    /// - Throws: `StoreError`.
    public func signIn(
        _ client: Principal,
        token: String,
        to side: BrowserSession.Side,
        agent: String,
        hasPageKey: Bool,
        requestID: String?
    ) async throws -> SignIn {
        try await signIn(client, token: hash(of: token), side, agent, hasPageKey, requestID)
    }

    private func signIn(
        _ client: Principal,
        token: Data?,
        _ side: BrowserSession.Side,
        _ agent: String,
        _ hasPageKey: Bool,
        _ requestID: String?,
        confirmedAt: Date? = nil
    ) async throws -> SignIn {
        let cookie = SecretString.random(byteCount: 32)
        let pageKey = hasPageKey ? SecretString.random(byteCount: 32) : nil
        let time = now
        let record = BrowserSessionRecord(
            hash: clients.hash(of: Self.credential(cookie.withBytes { Array($0) }, pageKey?.withBytes { Array($0) })),
            id: UUID().uuidString.lowercased(),
            side: side,
            tokenHash: token,
            client: client.owner.client,
            agent: String(agent.unicodeScalars.prefix(200).map(Character.init)),
            createdAt: time,
            usedAt: time,
            confirmedAt: confirmedAt
        )
        // Sign-ins to the chat page are not in the audit chain: they change nothing, and there may be many.
        let trail =
            side == .admin
            ? clients.vault.trail(
                AuditActor(client, requestID: requestID),
                ("session.create", "sessions/\(record.id)", "done")
            ) : nil
        // Another process may have stored later uses of those that would make room.
        if table.withLock({ !$0.surplus(beside: record, at: time).isEmpty }) { try await reload() }
        try await uncancelled { [self] in
            let surplus = table.withLock { $0.surplus(beside: record, at: time) }
            let revision = try await clients.store.addBrowserSession(record, removing: surplus, audit: trail)
            table.withLock { table in
                table.seen.record(revision)
                table.remove(surplus)
                table.put(record)
            }
        }
        return SignIn(client: client, session: BrowserSession(record), cookie: cookie, pageKey: pageKey)
    }

    /// Returns what a browser proves its sign-in by: the cookie, and the page's key if it has one.
    private static func credential(_ cookie: [UInt8], _ pageKey: [UInt8]?) -> SecretString {
        SecretString(utf8: cookie + (pageKey.map { [UInt8(ascii: ".")] + $0 } ?? []))
    }

    /// Returns the client of a cookie and of the page's key; `nil` if the sign-in is unknown or has ended.
    ///
    /// - Throws: `StoreError` when the time of use cannot be stored.
    public func holder(
        ofCookie value: String,
        pageKey: String?,
        for side: BrowserSession.Side
    ) async throws -> (client: Principal, session: BrowserSession)? {
        let time = now
        guard value.utf8.count + (pageKey?.utf8.count ?? 0) <= 1024 else { return nil }
        let hash = clients.hash(of: Self.credential(Array(value.utf8), pageKey.map { Array($0.utf8) }))
        var use = table.withLock { $0.use(hash, side, at: time) }
        if use == nil {
            // Another process may have signed the browser in.
            await lookAgain()
            use = table.withLock { $0.use(hash, side, at: time) }
        }
        guard let (record, isDue) = use, let client = holder(of: record, at: time) else { return nil }
        if isDue { try await clients.store.setUse(ofBrowserSession: record.id, to: time) }
        return (client, BrowserSession(record))
    }

    /// Reads the clients and the sign-ins again if another process has changed some.
    ///
    /// While the store cannot be read, the memory decides.
    private func lookAgain() async {
        guard let revisions = await clients.look() else { return }
        try? await clients.reload(ifBehind: revisions)
        try? await reload(ifBehind: revisions)
    }

    /// Returns the client that a code signs in, which stays valid; `nil` for a code that is unknown, used or expired.
    public func client(ofCode code: String, for side: BrowserSession.Side) -> Principal? {
        guard let hash = hash(of: code), let known = table.withLock({ $0.code(hash, side, at: now) }) else {
            return nil
        }
        return clients.holder(known.client)
    }

    /// The result of confirming a sign-in.
    public enum Confirmation: Sendable {
        /// It is confirmed now.
        case confirmed(BrowserSession)
        /// The token or the code is not valid.
        case refused
        /// The token or the code is that of another client.
        case ofAnother
        /// The code was made by a sign-in, which proves nothing new.
        case ofSignIn
    }

    /// Confirms a sign-in by a one-time code of its client that was not made by a sign-in alone.
    ///
    /// - Throws: `StoreError`.
    public func confirm(_ session: BrowserSession, code: String, by actor: AuditActor) async throws -> Confirmation {
        guard let hash = hash(of: code), let taken = table.withLock({ $0.takeCode(hash, session.side, at: now) }) else {
            return .refused
        }
        guard taken.confirmedAt == nil else { return .ofSignIn }
        return try await confirm(session, of: taken.client, by: actor)
    }

    /// Confirms a sign-in by a token of its client.
    ///
    /// - Throws: `StoreError`.
    public func confirm(_ session: BrowserSession, token: String, by actor: AuditActor) async throws -> Confirmation {
        guard let client = await clients.holder(ofToken: token) else { return .refused }
        return try await confirm(session, of: client.owner.client, by: actor)
    }

    private func confirm(
        _ session: BrowserSession,
        of client: String,
        by actor: AuditActor
    ) async throws -> Confirmation {
        guard client == session.client else { return .ofAnother }
        let time = now
        let trail = clients.vault.trail(actor, ("session.confirm", "sessions/\(session.id)", "done"))
        // Stored first, so that no dangerous operation is accepted without the row.
        let revision = try await clients.store.setConfirmation(ofBrowserSession: session.id, to: time, audit: trail)
        let confirmed = table.withLock { table in
            table.seen.record(revision)
            return table.confirm(session.id, session.side, at: time)
        }
        guard let record = confirmed else { return .refused }
        return .confirmed(BrowserSession(record))
    }

    /// Writes an audit row about a failed sign-in to the console.
    ///
    /// - Throws: `StoreError`.
    public func recordRefusal(from address: String?, requestID: String?) async throws {
        let actor = AuditActor(name: "unknown", requestID: requestID)
        let outcome = "refused: \(address ?? "unknown address")"
        try await clients.vault.appendAudit(actor, ("session.create", "sessions", outcome))
    }

    /// Returns the client of a sign-in, without counting as its use; nil if it is unknown or has ended.
    public func holder(ofSession id: String, for side: BrowserSession.Side) -> Principal? {
        let time = now
        guard let record = table.withLock({ $0.session(id, side, at: time) }) else { return nil }
        return holder(of: record, at: time)
    }

    /// Returns the client of a sign-in that has not ended; nil if its token is no longer valid.
    private func holder(of record: BrowserSessionRecord, at time: Date) -> Principal? {
        let client: Principal?
        if let token = record.tokenHash {
            client = clients.directory.withLock { $0.holder(ofStoredHash: token, at: time) }
        } else {
            client = clients.holder(record.client)
        }
        guard let client, client.owner.client == record.client, record.side.admits(client) else { return nil }
        return client
    }

    /// Makes a one-time code for a client, or for the first client that may use the page.
    ///
    /// - Parameter session: The sign-in that asks for it; `nil` for a caller with a token. A code proves no more than its maker: a sign-in
    ///   by it counts as confirmed when this one was, and it confirms none.
    /// - Returns: The code, its client, and the time at which it expires; `nil` if there is no such client.
    public func issueCode(
        for side: BrowserSession.Side,
        client id: String? = nil,
        from session: BrowserSession? = nil
    ) -> (code: SecretString, client: Principal, expiresAt: Date)? {
        let client = id.map(clients.holder) ?? clients.directory.withLock { $0.first(of: side.kind, at: now) }
        guard let client, side.admits(client) else { return nil }
        let code = SecretString.random(byteCount: 16)
        let hash = clients.hash(of: code)
        let end = table.withLock {
            $0.addCode(hash, side, client: client.owner.client, confirmedAt: session?.confirmedAt, at: now)
        }
        return (code, client, end)
    }

    /// The sign-ins that have not ended, the latest first, with the uses that this process knows; see ``reload()``.
    public var list: [BrowserSession] { table.withLock { $0.sessions(at: now) }.map(BrowserSession.init) }

    /// Ends a sign-in; false if there is none with this id.
    ///
    /// - Parameter actor: The caller, for the audit chain; `nil` for a browser that signs out of the chat page.
    /// - Throws: `StoreError`.
    public func end(_ id: String, by actor: AuditActor?) async throws -> Bool {
        guard table.withLock({ $0.sessions(at: now).contains { $0.id == id } }) else { return false }
        let trail = actor.map { clients.vault.trail($0, ("session.end", "sessions/\(id)", "done")) }
        try await uncancelled { [self] in
            let revision = try await clients.store.removeBrowserSessions([id], audit: trail)
            table.withLock { table in
                table.seen.record(revision)
                table.remove([id])
            }
        }
        // Streams of this browser end at once.
        clients.watchers.notify(nil)
        return true
    }

    private var now: Date { clients.vault.now() }

    /// Returns the hash of a cookie, a code or a token; `nil` for a text that is too long to be one.
    private func hash(of text: String) -> Data? {
        guard (1...1024).contains(text.utf8.count) else { return nil }
        return clients.hash(of: SecretString(utf8: Array(text.utf8)))
    }
}
