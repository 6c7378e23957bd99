import FoundationEssentials

/// What the choice of a key needs to know of it, in one flat value, so that a pool of many is read through quickly.
struct KeySlot: Sendable, Equatable {
    /// The share of the calls; 1 for spares, which share evenly.
    let weight: Int

    /// Whether it is used only when there is no other: a spare, or an old key that stands by.
    let isSpare: Bool

    /// Until when even spares are preferred, in seconds since the reference date.
    let doubtedUntil: Double

    /// Whether it may not be used for everything.
    let isRestricted: Bool

    /// From when on it may be lent, in seconds since the reference date; infinity for never.
    let readyAt: Double

    /// From when on it may not be lent any more.
    let endsAt: Double

    /// The balance of smooth weighted round robin: raised by the weight at each choice, lowered by all weights when chosen.
    var balance = 0

    init(_ key: PooledKey) {
        isRestricted = !key.restriction.isEmpty
        isSpare = key.role != .member || key.weight == 0
        weight = isSpare ? 1 : key.weight
        readyAt = Self.readyAt(key)
        doubtedUntil = key.condition.doubtedUntil?.timeIntervalSinceReferenceDate ?? -.infinity
        var end = key.expiresAt?.timeIntervalSinceReferenceDate ?? .infinity
        if case .standby(let until) = key.role { end = min(end, until.timeIntervalSinceReferenceDate) }
        endsAt = end
    }

    /// Which keys are preferred to which; the lowest first.
    enum Tier: CaseIterable, Sendable { case used, spare, doubted }

    /// The tier that the key is in at a time.
    func tier(at now: Double) -> Tier {
        now < doubtedUntil ? .doubted : isSpare ? .spare : .used
    }

    private static func readyAt(_ key: PooledKey) -> Double {
        guard key.secret != nil, key.role != .gone else { return .infinity }
        return switch key.condition.health {
        case .healthy: -.infinity
        case .resting(let until): until.timeIntervalSinceReferenceDate
        case .outOfCredit, .dead: .infinity
        }
    }
}
