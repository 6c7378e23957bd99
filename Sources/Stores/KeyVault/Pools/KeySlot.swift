import FoundationEssentials

/// The properties of a key that the choice depends on, in one flat value, so that a scan of a large pool is fast.
struct KeySlot: Sendable, Equatable {
    /// The share of the calls; 1 for spares, which share evenly.
    let weight: Int

    /// Whether the key is used only if no other can be: a spare, or an old key on standby.
    let isSpare: Bool

    /// The time until which even spares are preferred, in seconds since the reference date.
    let doubtedUntil: Double

    /// Whether the key may not be used for everything.
    let isRestricted: Bool

    /// The time from which the key may be lent, in seconds since the reference date; infinity for never.
    let readyAt: Double

    /// The time from which the key may no longer be lent.
    let endsAt: Double

    /// The balance of smooth weighted round robin: raised by the weight at each choice, lowered by the sum of all weights if
    /// chosen.
    var balance = 0

    init(_ key: PooledKey) {
        isRestricted = !key.restriction.isEmpty
        isSpare = key.role != .member || key.weight == 0
        weight = isSpare ? 1 : key.weight
        readyAt = Self.readyAt(key)
        doubtedUntil =
            if case .inDoubt(let until) = key.condition.health {
                until.timeIntervalSinceReferenceDate
            } else {
                -.infinity
            }
        var end = key.expiresAt?.timeIntervalSinceReferenceDate ?? .infinity
        if case .standby(let until) = key.role { end = min(end, until.timeIntervalSinceReferenceDate) }
        endsAt = end
    }

    /// The order of preference; the lowest tier is chosen first.
    enum Tier: CaseIterable, Sendable { case used, spare, doubted }

    /// Returns the key's tier at a time.
    func tier(at now: Double) -> Tier {
        now < doubtedUntil ? .doubted : isSpare ? .spare : .used
    }

    private static func readyAt(_ key: PooledKey) -> Double {
        guard key.secret != nil, key.role != .gone else { return .infinity }
        return switch key.condition.health {
        case .healthy, .inDoubt: -.infinity
        case .resting(let until): until.timeIntervalSinceReferenceDate
        case .outOfCredit, .dead: .infinity
        }
    }
}
