import FoundationEssentials
import Storage

/// The users in memory: those in use, and all that are blocked.
///
/// It decides without I/O.
struct UserTable: Sendable {
    /// The most users in use, and the most of their identities.
    static let most = 50_000
    /// The time after which a further request of a user is stored as its latest one, in seconds.
    static let seenInterval: TimeInterval = 3600
    /// The time after which further claims about a user are stored at once, in seconds.
    static let claimInterval: TimeInterval = 60
    /// The most changed owners that are remembered.
    private static let mostChanged = 1000
    /// The most times of requests, and the most claims, that wait to be stored.
    static let mostPending = 10_000

    /// An identity of a client's user.
    struct Key: Hashable, Sendable {
        var client: String
        var identity: UserIdentity
    }

    /// The new users of a client and a kind.
    private struct Quota: Hashable {
        var client: String
        var kind: EndUserRecord.Kind

        init(_ record: EndUserRecord) { (client, kind) = (record.owner.client, record.kind) }
    }

    /// A user, as far as requests need it.
    struct Entry: Sendable, Equatable {
        var owner: Owner
        /// The keyed hash of the identity.
        var person: String?
        var kind: EndUserRecord.Kind
        var plan: String?
        var organization: String?
        var organizationIssuer: String?
        /// The limits that the operator has set for the user.
        var own: PlanSettings?
        var validFrom: Date?
        /// The time at which the kind, the plan and the organization were claimed.
        var claimedAt: Date?
        /// The time at which this process has stored claims at once.
        var claimStoredAt: Date?
        var seenAt: Date

        init(_ record: EndUserRecord) {
            (owner, person, kind, plan) = (record.owner, record.person, record.kind, record.plan)
            (organization, validFrom, seenAt) = (record.organization, record.validFrom, record.seenAt)
            (organizationIssuer, claimedAt) = (record.organizationIssuer, record.claimedAt)
            own = record.limits.flatMap(PlanSettings.init(stored:))
        }

        /// Whether claims say something else, and later than what is known.
        ///
        /// - Parameter isNow: Whether they are of the request itself, and not of a token, which may be an old one.
        func yields(to claims: UserClaims, isNow: Bool) -> Bool {
            guard isNow || claimedAt.map({ claims.claimedAt > $0 }) ?? true else { return false }
            if kind != claims.kind { return true }
            if case .some(let name) = claims.plan, name != plan { return true }
            // Another organization may have a canonically equivalent name, or the same one at another issuer.
            return !Self.areSame(organization, claims.organization)
                || !Self.areSame(organizationIssuer, claims.organizationIssuer)
        }

        private static func areSame(_ left: String?, _ right: String?) -> Bool {
            guard let left, let right else { return left == nil && right == nil }
            return left.utf8.elementsEqual(right.utf8)
        }

        mutating func apply(_ claims: UserClaims) {
            (kind, organization) = (claims.kind, claims.organization)
            organizationIssuer = claims.organizationIssuer
            if case .some(let name) = claims.plan { plan = name }
            claimedAt = max(claimedAt ?? claims.claimedAt, claims.claimedAt)
        }
    }

    private var owners = Generations<Key, Owner>(limit: most)
    private var entries = Generations<Owner, Entry>(limit: most)
    private var blocked: Set<Owner>
    private var pending: [Owner: Date] = [:]
    /// The quotas of new users that have no room, with their ends.
    private var closed: [Quota: (most: Int?, end: Date)] = [:]
    private var claims: [Owner: UserClaims] = [:]
    /// The number of changes so far; it shows whether a record was read before a change of the same user.
    private(set) var changes = 0
    /// The numbers of the latest changes of users, and that of a change that may be of any user.
    private var changed: [Owner: Int] = [:]
    private var changeOfAny = 0

    init(blocked: [Owner] = []) { self.blocked = Set(blocked) }

    /// The number of users in use.
    var count: Int { entries.count }

    /// Whether a user is blocked, also one that is not in use.
    func isBlocked(_ owner: Owner) -> Bool { blocked.contains(owner) }

    /// Returns the user of an identity.
    mutating func entry(of key: Key) -> Entry? { owners.value(for: key).flatMap { entries.value(for: $0) } }

    /// Returns a user.
    mutating func entry(of owner: Owner) -> Entry? { entries.value(for: owner) }

    /// Adds a user that was read or stored, unless it has changed since.
    ///
    /// - Parameters:
    ///   - key: The identity; nil if the user was read by its id.
    ///   - changes: The number of changes before the reading.
    /// - Returns: Whether it was added, so that the record is the current one.
    mutating func add(_ record: EndUserRecord, of key: Key?, readAt changes: Int) -> Bool {
        guard max(changeOfAny, changed[record.owner] ?? 0) <= changes else { return false }
        if let key { owners.set(record.owner, for: key) }
        entries.set(Entry(record), for: record.owner)
        if record.blockedAt != nil { blocked.insert(record.owner) }
        return true
    }

    /// Stores a user that this process has changed.
    mutating func change(_ record: EndUserRecord) {
        count(record.owner)
        claims[record.owner] = nil
        if record.blockedAt == nil { blocked.remove(record.owner) } else { blocked.insert(record.owner) }
        entries.set(Entry(record), for: record.owner)
    }

    /// Applies claims about a user, unless later ones are known; nil if the user is not in use.
    ///
    /// - Parameters:
    ///   - isNow: Whether the claims are of the request itself, and not of a token.
    /// - Returns: The user, and whether the caller stores the claims: once in a minute, and later ones wait.
    mutating func claim(
        _ claims: UserClaims,
        isNow: Bool,
        of owner: Owner,
        at time: Date
    ) -> (entry: Entry, isStored: Bool)? {
        guard var entry = entries.value(for: owner) else { return nil }
        guard entry.yields(to: claims, isNow: isNow) else { return (entry, false) }
        entry.apply(claims)
        let isDue = entry.claimStoredAt.map { abs(time.timeIntervalSince($0)) >= Self.claimInterval } ?? true
        let isStored = isDue || self.claims.count >= Self.mostPending
        if isStored { entry.claimStoredAt = time }
        self.claims[owner] = isStored ? nil : claims
        entries.set(entry, for: owner)
        count(owner)
        return (entry, isStored)
    }

    /// Returns the claims to store; they no longer wait.
    mutating func takeClaims() -> [Owner: UserClaims] {
        defer { claims = [:] }
        return claims
    }

    /// Adds claims again that could not be stored, unless there are later ones.
    mutating func restore(_ claims: [Owner: UserClaims]) { self.claims.merge(claims) { later, _ in later } }

    /// Forgets what is in memory of a user, so that it is read again.
    mutating func forget(_ owner: Owner) {
        count(owner)
        entries.remove(owner)
    }

    /// Forgets a user that is gone, and its identities: the next request of one is another user's, also if the erasure reads the old row
    /// again meanwhile.
    mutating func remove(_ owner: Owner) {
        count(owner)
        owners.remove { $0 == owner }
        blocked.remove(owner)
        (pending[owner], claims[owner]) = (nil, nil)
        entries.remove(owner)
    }

    /// Forgets the users of a client that is gone.
    mutating func remove(client: String) {
        countAny()
        blocked = blocked.filter { $0.client != client }
        pending = pending.filter { $0.key.client != client }
        claims = claims.filter { $0.key.client != client }
        closed = closed.filter { $0.key.client != client }
    }

    /// Counts a change of a user, after which records of others may still be added.
    private mutating func count(_ owner: Owner) {
        if changed.count >= Self.mostChanged { countAny() }
        changes += 1
        changed[owner] = changes
    }

    private mutating func countAny() {
        changes += 1
        (changeOfAny, changed) = (changes, [:])
    }

    /// Records that a client may have no new user like this one until a time.
    mutating func close(_ most: Int?, for record: EndUserRecord, until end: Date) {
        closed[Quota(record)] = (most, end)
    }

    /// Returns the time until which a client may have no new user like this one; nil if it may, or its setting has changed since.
    mutating func end(ofQuota most: Int?, for record: EndUserRecord, at time: Date) -> Date? {
        let quota = Quota(record)
        guard let (known, end) = closed[quota] else { return nil }
        if known == most, end > time { return end }
        closed[quota] = nil
        return nil
    }

    /// Records a request of a user, to be stored if the latest stored one is an hour old.
    mutating func see(_ owner: Owner, at time: Date) {
        guard var entry = entries.value(for: owner), time.timeIntervalSince(entry.seenAt) >= Self.seenInterval,
            pending.count < Self.mostPending
        else { return }
        pending[owner] = time
        entry.seenAt = time
        entries.set(entry, for: owner)
    }

    /// Returns the times to store; they no longer wait.
    mutating func takePending() -> [Owner: Date] {
        defer { pending = [:] }
        return pending
    }

    /// Adds times again that could not be stored.
    mutating func restore(_ times: [Owner: Date]) {
        pending.merge(times.prefix(max(0, Self.mostPending - pending.count)).map { ($0.key, $0.value) }) { max($0, $1) }
    }
}
