import FoundationEssentials
import Secrets
import Storage

/// The keys of one upstream: a state machine that chooses the key to lend and records the reports about each key.
///
/// It has no clock and no lock; callers pass the time.
struct KeyPool: Sendable {
    /// The result of choosing a key.
    enum Pick: Sendable {
        /// A key, which counts as lent from now on.
        case key(id: String, secret: SecretString)

        /// The upstream has no keys.
        case none

        /// The upstream has keys, but none can be used now.
        case unusable(UnusableKeys)
    }

    /// The requirements that a key must meet.
    private struct Need {
        let use: KeyUse
        let destinations: [String]
    }

    let upstream: String
    private(set) var keys: [PooledKey] = []
    private(set) var slots: [KeySlot] = []
    private var places: [String: Int] = [:]
    private(set) var secrets = PoolSecrets()

    init(upstream: String) { self.upstream = upstream }

    /// Returns the key with an id.
    func key(_ id: String) -> PooledKey? { places[id].map { keys[$0] } }

    /// Whether the pool has active keys.
    var hasMembers: Bool { keys.contains { $0.role == .member } }

    /// Replaces the keys; those with the same id keep their balance.
    mutating func replace(_ new: [PooledKey]) {
        let balances = Dictionary(zip(keys.map(\.id), slots.map(\.balance)), uniquingKeysWith: { first, _ in first })
        keys = new
        slots = new.map { key in
            var slot = KeySlot(key)
            slot.balance = balances[key.id] ?? 0
            return slot
        }
        places = Dictionary(uniqueKeysWithValues: new.indices.map { (new[$0].id, $0) })
    }

    /// Replaces the secrets that no answer may contain.
    mutating func conceal(_ new: [(key: String, secret: SecretString)]) {
        // A key's secret never changes.
        if new.map(\.key) != secrets.keys { secrets = PoolSecrets(new) }
    }

    /// Changes a key; nil if the pool no longer has it.
    @discardableResult
    mutating func change<Result>(_ id: String, _ body: (inout PooledKey) -> Result) -> Result? {
        guard let place = places[id] else { return nil }
        let result = body(&keys[place])
        let balance = slots[place].balance
        slots[place] = KeySlot(keys[place])
        slots[place].balance = balance
        return result
    }

    /// Lends a key: the preferred one if it may be used, otherwise by weight among the usable keys, a spare, or one in doubt.
    mutating func pick(
        for use: KeyUse,
        to destinations: [String] = [],
        preferring preferred: String? = nil,
        at time: Date
    ) -> Pick {
        let need = Need(use: use, destinations: destinations)
        let now = time.timeIntervalSinceReferenceDate
        guard
            let place = preferred.flatMap({ usable($0, need, now) }) ?? choose(.used, need, now)
                ?? choose(.spare, need, now) ?? choose(.doubted, need, now)
        else {
            return hasMembers ? .unusable(UnusableKeys(self, for: use, to: destinations, at: time)) : .none
        }
        // Only a key that can be opened is ever ready.
        guard let secret = keys[place].secret else { return .none }
        keys[place].leasesOut += 1
        return .key(id: keys[place].id, secret: secret)
    }

    /// Ends a lease; true if the key is no longer lent and this was its last lease.
    mutating func endLease(_ id: String) -> Bool {
        guard let place = places[id] else { return false }
        keys[place].leasesOut -= 1
        guard keys[place].leasesOut == 0, keys[place].role != .member else { return false }
        if keys[place].role == .gone { replace(keys.filter { $0.id != id }) }
        return true
    }

    /// Returns the place of a key that may be used now and is in no doubt.
    ///
    /// The balances stay as they are, because a conversation that keeps its key must not take that key from others.
    private func usable(_ id: String, _ need: Need, _ now: Double) -> Int? {
        guard let place = places[id], keys[place].role == .member, mayLend(place, need, now) else { return nil }
        return slots[place].tier(at: now) == .doubted ? nil : place
    }

    private func mayLend(_ place: Int, _ need: Need, _ now: Double) -> Bool {
        let slot = slots[place]
        return slot.readyAt <= now && now < slot.endsAt
            && (!slot.isRestricted || keys[place].restriction.permits(need.use))
            && (need.destinations.isEmpty || keys[place].destinations.isSuperset(of: need.destinations))
    }

    /// Chooses among the keys of one tier by one step of smooth weighted round robin.
    private mutating func choose(_ tier: KeySlot.Tier, _ need: Need, _ now: Double) -> Int? {
        var best: Int?
        var total = 0
        for place in slots.indices {
            let slot = slots[place]
            guard slot.tier(at: now) == tier, mayLend(place, need, now) else { continue }
            total += slot.weight
            slots[place].balance = slot.balance + slot.weight
            if best.map({ slots[place].balance > slots[$0].balance }) ?? true { best = place }
        }
        if let best { slots[best].balance -= total }
        return best
    }
}
