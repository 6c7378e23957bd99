import FoundationEssentials
import Secrets
import Storage

/// The keys of one upstream: which one is lent next, and what becomes of a key by what is reported of it.
///
/// It knows no clock and no lock; whoever asks says what time it is.
struct KeyPool: Sendable {
    /// What a wish for a key comes to.
    enum Pick: Sendable {
        /// This key, which counts as lent from now on.
        case key(id: String, secret: SecretString)

        /// The upstream has no keys.
        case none

        /// It has some, but none of use now.
        case unusable(UnusableKeys)
    }

    let upstream: String
    private(set) var keys: [PooledKey] = []
    private(set) var slots: [KeySlot] = []
    private var places: [String: Int] = [:]

    init(upstream: String) { self.upstream = upstream }

    /// The key with an id.
    func key(_ id: String) -> PooledKey? { places[id].map { keys[$0] } }

    /// Whether there are keys that may be lent at one time or another.
    var hasMembers: Bool { keys.contains { $0.role == .member } }

    /// Takes over the keys as they are to be; those with the same id keep their balance.
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

    /// Changes a key; nil when it is not here any more.
    @discardableResult
    mutating func change<Result>(_ id: String, _ body: (inout PooledKey) -> Result) -> Result? {
        guard let place = places[id] else { return nil }
        let result = body(&keys[place])
        let balance = slots[place].balance
        slots[place] = KeySlot(keys[place])
        slots[place].balance = balance
        return result
    }

    /// Lends a key: by weight among those that may be used now, then a spare, then one that is in doubt.
    mutating func pick(for use: KeyUse, at time: Date) -> Pick {
        let now = time.timeIntervalSinceReferenceDate
        guard let place = choose(.used, use, now) ?? choose(.spare, use, now) ?? choose(.doubted, use, now) else {
            return hasMembers ? .unusable(UnusableKeys(self, for: use, at: time)) : .none
        }
        // Only a key that opens is ever ready.
        guard let secret = keys[place].secret else { return .none }
        keys[place].leasesOut += 1
        return .key(id: keys[place].id, secret: secret)
    }

    /// Takes a lease back; true when the key is not lent any more and this was the last one.
    mutating func takeBack(_ id: String) -> Bool {
        guard let place = places[id] else { return false }
        keys[place].leasesOut -= 1
        guard keys[place].leasesOut == 0, keys[place].role != .member else { return false }
        if keys[place].role == .gone { replace(keys.filter { $0.id != id }) }
        return true
    }

    /// One step of smooth weighted round robin, among the keys of one tier.
    private mutating func choose(_ tier: KeySlot.Tier, _ use: KeyUse, _ now: Double) -> Int? {
        var best: Int?
        var total = 0
        for place in slots.indices {
            let slot = slots[place]
            guard slot.tier(at: now) == tier, slot.readyAt <= now, now < slot.endsAt else { continue }
            if slot.isRestricted, !keys[place].restriction.permits(use) { continue }
            total += slot.weight
            slots[place].balance = slot.balance + slot.weight
            if best.map({ slots[place].balance > slots[$0].balance }) ?? true { best = place }
        }
        if let best { slots[best].balance -= total }
        return best
    }
}
