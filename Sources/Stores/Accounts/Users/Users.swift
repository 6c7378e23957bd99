public import FoundationEssentials
import KeyVault
import SignedTokens
public import Storage
import Synchronization

/// The reason why a request for a user is refused.
public enum UserRefusal: Error, Sendable, Equatable {
    /// The client has no users.
    case noUsers
    /// The issuer or the subject has too many bytes, or control characters.
    case invalidIdentity
    /// The operator has blocked the user.
    case blocked
    /// The user was signed out after the token was issued.
    case signedOut
    /// The client has had as many new users of the kind in 24 hours as it may; the next one is possible in so many seconds.
    case limited(retryAfterSeconds: Int)
    /// The user or the client has asked for as many erasures as it may; the next one is possible in so many seconds.
    case erasuresLimited(retryAfterSeconds: Int)
}

/// The users of clients, found by the identity that a token or a header names.
///
/// A user that is in use is in memory, so a request of it reads no store. An identity that was never seen becomes a user by one durable
/// write, and many requests at once share it. Its limits come from its plan, so they apply before that write.
///
/// One process: a block in another process takes effect when the user is read again.
public final class Users: Sendable {
    let store: any UserStore
    let vault: KeyVault
    let table: Mutex<UserTable>
    private let created = Mutex<[NewUsers: Int]>([:])
    private let erasures = Mutex(ErasureBudget())
    private let flights = Mutex<[UserTable.Key: Task<EndUserRecord, any Error>]>([:])

    /// Returns the reason why a request of a user is refused in any case, so that no user is created for it; nil for none.
    public typealias Obstacle = @Sendable (_ user: Principal) -> (any Error)?

    /// The longest issuer, subject or organization, in bytes.
    public static let longestName = ClaimRules.longestName

    /// Reads the blocked users of a store.
    init(store: any UserStore, vault: KeyVault) async throws {
        (self.store, self.vault) = (store, vault)
        let blocked = try await store.blockedUsers()
        table = Mutex(UserTable(blocked: blocked))
    }

    /// Returns a client's user as the sender of a request; the first request creates the user.
    ///
    /// - Parameters:
    ///   - client: The client whose token or issuer vouches for the identity.
    ///   - identity: The name that the issuer has for the user.
    ///   - kind: The kind of the user.
    ///   - plan: The name of the plan, which is stored; nil for the stored one. A name that the client does not have means the plan of
    ///     the kind.
    ///   - hasPlan: Whether a missing name means the plan of the kind as well, because the issuer names the plans of its users.
    ///   - organization: The organization; nil for none.
    ///   - issuedAt: The time at which the token was issued; nil for a request whose sender vouches for the user itself.
    ///   - claimedAt: The time at which a token that does not say when it was issued says the rest; nil for that of its issue.
    ///   - obstacle: Asked about a user that would be new, with its scopes.
    /// - Throws: ``UserRefusal``; the obstacle; `StoreError`.
    public func principal(
        of client: Principal,
        identity: UserIdentity,
        kind: EndUserRecord.Kind = .identified,
        plan: String? = nil,
        hasPlan: Bool = false,
        organization: String? = nil,
        issuedAt: Date? = nil,
        claimedAt: Date? = nil,
        obstacle: Obstacle = { _ in nil }
    ) async throws -> Principal {
        guard let settings = client.users else { throw UserRefusal.noUsers }
        guard Self.isName(identity.issuer), Self.isName(identity.subject), organization.map(Self.isName) ?? true else {
            throw UserRefusal.invalidIdentity
        }
        if let issuedAt, Self.isSignedOut(issuedAt, nil, settings) { throw UserRefusal.signedOut }
        let key = UserTable.Key(client: client.owner.client, identity: identity)
        let time = vault.now()
        let claims = Self.claims(
            of: identity,
            kind: kind,
            plan: plan,
            hasPlan: hasPlan,
            organization: organization,
            at: claimedAt ?? issuedAt ?? time,
            settings
        )
        var entry: UserTable.Entry
        if let known = table.withLock({ $0.entry(of: key) }) {
            entry = known
        } else {
            let record = newRecord(of: key, claims, at: time)
            if let obstacle = obstacle(Self.principal(record.owner, of: client, settings)),
                try await store.user(of: identity, client: key.client) == nil
            {
                throw obstacle
            }
            entry = UserTable.Entry(try await admit(record, as: key, quota: settings.quota(ofNew: kind)))
        }
        let owner = entry.owner
        if table.withLock({ $0.isBlocked(owner) }) { throw UserRefusal.blocked }
        if let issuedAt, Self.isSignedOut(issuedAt, entry.validFrom, settings) { throw UserRefusal.signedOut }
        if entry.yields(to: claims, isNow: issuedAt == nil) {
            entry = try await claim(claims, isNow: issuedAt == nil, of: entry, at: time)
        }
        table.withLock { $0.see(owner, at: time) }
        var principal = Self.principal(entry, of: client, settings)
        principal.subject = identity.subject
        return principal
    }

    /// Returns a client's user in its current state, whichever token it uses; nil if there is none, or it is blocked.
    ///
    /// - Throws: `StoreError` for a user that is not in memory.
    func principal(of client: Principal, owner: Owner) async throws -> Principal? {
        guard let settings = client.users, let entry = try await entry(of: owner), !isBlocked(owner) else { return nil }
        return Self.principal(entry, of: client, settings)
    }

    /// Returns a client's user with its current scopes, without looking into the store; nil if it is blocked or the client has no users.
    ///
    /// - Parameter grant: The ground of the user's token, which a sign-out ends; nil for another one.
    func current(_ owner: Owner, of client: Principal, _ grant: TokenGrant? = nil) -> Principal? {
        guard let settings = client.users, !isBlocked(owner) else { return nil }
        if let grant, !accepts(grant, of: owner, settings) { return nil }
        return Self.principal(owner, of: client, settings)
    }

    /// Whether a token is from after the last sign-out of its user, without looking into the store.
    ///
    /// A user that was signed out is in memory when those that listen to it ask.
    func accepts(_ grant: TokenGrant, of owner: Owner, _ settings: UserSettings?) -> Bool {
        let validFrom = table.withLock { $0.entry(of: owner)?.validFrom }
        return !Self.isSignedOut(grant.issuedAt, validFrom, settings)
    }

    static func isSignedOut(_ issuedAt: Date, _ validFrom: Date?, _ settings: UserSettings?) -> Bool {
        // Each request asks, so it makes no list.
        (validFrom.map { issuedAt < $0 } ?? false) || (settings?.validFrom.map { issuedAt < $0 } ?? false)
    }

    /// Counts an erasure that a user asks for itself.
    ///
    /// - Throws: ``UserRefusal/erasuresLimited(retryAfterSeconds:)``; `StoreError` for a user that is not in memory.
    public func spendErasure(of owner: Owner) async throws {
        guard let entry = try await entry(of: owner) else { return }
        let time = vault.now()
        let seconds = erasures.withLock {
            $0.spend(person: entry.person ?? owner.text, client: owner.client, at: time)
        }
        if let seconds { throw UserRefusal.erasuresLimited(retryAfterSeconds: seconds) }
    }

    /// Whether the operator has blocked a user.
    public func isBlocked(_ owner: Owner) -> Bool {
        guard owner.user != nil else { return false }
        return table.withLock { $0.isBlocked(owner) }
    }

    /// The number of users in memory.
    public var count: Int { table.withLock(\.count) }

    /// Forgets a user whose row is gone; its identity becomes another user at its next request.
    public func forget(_ owner: Owner) { table.withLock { $0.remove(owner) } }

    /// Forgets the users of a client that is gone.
    public func forget(client: String) { table.withLock { $0.remove(client: client) } }

    /// Stores the times of the latest requests until the task is cancelled.
    ///
    /// The latest ones before a stop are lost, because the next request of a user counts as well.
    public func run() async {
        // The interval of the upkeep is the reason to sleep here.
        while (try? await Task.sleep(for: .seconds(60))) != nil { try? await storeSeen() }
    }

    /// Stores the times of the latest requests, at most one in an hour for each user.
    ///
    /// - Throws: `StoreError`; the times are stored with the next ones.
    public func storeSeen() async throws {
        try await storeClaims()
        let times = table.withLock { $0.takePending() }
        guard !times.isEmpty else { return }
        do {
            try await store.setSeen(times)
        } catch {
            table.withLock { $0.restore(times) }
            throw error
        }
    }

    /// Stores the claims that arrived within a minute after others.
    private func storeClaims() async throws {
        let claims = table.withLock { $0.takeClaims() }
        guard !claims.isEmpty else { return }
        do {
            try await store.setClaims(claims)
        } catch {
            table.withLock { $0.restore(claims) }
            throw error
        }
    }

    /// Whether a text can be the name of an issuer, a subject or an organization: 1 to 256 bytes without control characters.
    public static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Returns what a token, or the app's backend, says about a user; a plan that the client does not have is that of the kind.
    static func claims(
        of identity: UserIdentity,
        kind: EndUserRecord.Kind,
        plan: String?,
        hasPlan: Bool,
        organization: String?,
        at time: Date,
        _ settings: UserSettings
    ) -> UserClaims {
        // Another name could be long, and is no plan.
        let known = plan.flatMap {
            $0.isPlainName(upTo: UserSettings.longestPlan) && settings.plans[$0] != nil ? $0 : nil
        }
        let isOfIssuer = organization != nil && !identity.issuer.utf8.elementsEqual(UserIdentity.backend.utf8)
        return UserClaims(
            kind: kind,
            plan: plan != nil || hasPlan ? .some(known) : nil,
            organization: organization,
            organizationIssuer: isOfIssuer ? identity.issuer : nil,
            claimedAt: time
        )
    }

    /// Makes the record of a user that is not stored yet.
    func newRecord(of key: UserTable.Key, _ claims: UserClaims, at time: Date) -> EndUserRecord {
        EndUserRecord(
            owner: Owner(client: key.client, user: Self.newID()),
            person: vault.code(ofPerson: key.identity.subject, of: key.identity.issuer, client: key.client),
            kind: claims.kind,
            plan: claims.plan.flatMap { $0 },
            organization: claims.organization,
            organizationIssuer: claims.organizationIssuer,
            claimedAt: claims.claimedAt,
            createdAt: time
        )
    }

    private static func newID() -> String {
        let digits = (0..<2).map { _ in
            let half = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - half.utf8.count) + half
        }
        return "usr_" + digits.joined()
    }
}

extension Users {
    /// Returns the record of an identity: the stored one, or a new one.
    ///
    /// Concurrent first requests share one call.
    private func admit(_ record: EndUserRecord, as key: UserTable.Key, quota: Int?) async throws -> EndUserRecord {
        let flight = flights.withLock { flights -> Task<EndUserRecord, any Error> in
            if let flight = flights[key] { return flight }
            // A task, because its callers may be cancelled apart from each other.
            let flight = Task { [self] in
                defer { self.flights.withLock { $0[key] = nil } }
                return try await readOrCreate(record, as: key, quota: quota)
            }
            flights[key] = flight
            return flight
        }
        return try await flight.value
    }

    private func readOrCreate(
        _ record: EndUserRecord,
        as key: UserTable.Key,
        quota: Int?
    ) async throws -> EndUserRecord {
        while true {
            let changes = table.withLock(\.changes)
            var found = try await store.user(of: key.identity, client: key.client)
            if found == nil {
                let time = vault.now()
                let end = table.withLock { $0.end(ofQuota: quota, for: record, at: time) }
                if let end {
                    recordNew(record, "limited")
                    throw UserRefusal.limited(until: end, at: time)
                }
                switch try await store.admit(identity: key.identity, asNew: record, quota: quota) {
                case .admitted(let user, let isNew):
                    found = user
                    if isNew { recordNew(record, "created") }
                case .noClient: throw UserRefusal.noUsers
                case .limited(let end):
                    recordNew(record, "limited")
                    // Until then no other first sight costs a write.
                    table.withLock { $0.close(quota, for: record, until: end) }
                    throw UserRefusal.limited(until: end, at: time)
                }
            }
            if let found, table.withLock({ $0.add(found, of: key, readAt: changes) }) { return found }
        }
    }

    private func entry(of owner: Owner) async throws -> UserTable.Entry? {
        if let known = table.withLock({ $0.entry(of: owner) }) { return known }
        while true {
            let changes = table.withLock(\.changes)
            guard let found = try await store.user(owner) else { return nil }
            if table.withLock({ $0.add(found, of: nil, readAt: changes) }) { return UserTable.Entry(found) }
        }
    }

    /// Applies claims about a user: at once in memory, and in the store once in a minute.
    private func claim(
        _ claims: UserClaims,
        isNow: Bool,
        of known: UserTable.Entry,
        at time: Date
    ) async throws -> UserTable.Entry {
        let taken = table.withLock { $0.claim(claims, isNow: isNow, of: known.owner, at: time) }
        // The user may have left the memory meanwhile.
        var entry = taken?.entry ?? known
        if taken == nil { entry.apply(claims) }
        guard taken?.isStored ?? true else { return entry }
        do {
            try await store.setClaims([known.owner: claims])
        } catch {
            table.withLock { $0.forget(known.owner) }
            throw error
        }
        return entry
    }

    static func principal(
        _ entry: UserTable.Entry,
        of client: Principal,
        _ settings: UserSettings
    ) -> Principal {
        var principal = Self.principal(entry.owner, of: client, settings)
        (principal.organization, principal.organizationIssuer) = (entry.organization, entry.organizationIssuer)
        var plan = settings.plan(entry.plan, of: entry.kind, own: entry.own)
        plan.limits.timeZone = client.limits.timeZone
        principal.plan = plan
        principal.shares = shares(of: entry, plan, settings, beside: client)
        return principal
    }

    /// Returns a client's user with its scopes and tools, without its plan.
    private static func principal(_ owner: Owner, of client: Principal, _ settings: UserSettings) -> Principal {
        var principal = client
        (principal.owner, principal.users) = (owner, nil)
        principal.scopes = settings.scopes(within: client.scopes)
        principal.setTools(ofUsers: settings.scopes, settings.inventory)
        return principal
    }

    /// Returns the shares that a user's turns need room in, that of the client last.
    private static func shares(
        of entry: UserTable.Entry,
        _ plan: UserPlan,
        _ settings: UserSettings,
        beside client: Principal
    ) -> [LimitShare] {
        // Each request of a user makes this list, so it grows in no steps.
        var shares: [LimitShare] = []
        shares.reserveCapacity(2 + client.shares.count)
        shares.append(LimitShare(kind: .user, key: entry.owner.text, limits: plan.limits))
        if entry.kind == .anonymous, let total = settings.anonymousTotal {
            let all = Owner.anonymousUsers(of: entry.owner.client)
            shares.append(LimitShare(kind: .anonymous, key: all.text, limits: total.limits))
        }
        shares += client.shares
        return shares
    }
}

/// The new users of a client of one kind with one outcome: `created` or `limited`.
package struct NewUsers: Sendable, Hashable {
    /// The id of the client.
    package let client: String
    /// The kind of the users.
    package let kind: String
    /// The outcome.
    package let outcome: String
}

extension Users {
    /// The numbers of new users since the start.
    package var newUsers: [NewUsers: Int] { created.withLock { $0 } }

    private func recordNew(_ user: EndUserRecord, _ outcome: String) {
        let users = NewUsers(client: user.owner.client, kind: user.kind.rawValue, outcome: outcome)
        created.withLock { $0[users, default: 0] += 1 }
    }
}

extension UserRefusal {
    fileprivate static func limited(until end: Date, at time: Date) -> UserRefusal {
        let seconds = end.timeIntervalSince(time).rounded(.up)
        return .limited(retryAfterSeconds: Int(min(max(1, seconds), NewUserCount.window)))
    }
}
