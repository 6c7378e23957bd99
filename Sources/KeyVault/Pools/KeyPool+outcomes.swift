import FoundationEssentials
import KeyLeasing

extension KeyPool {
    /// The effect of a report or a live check.
    struct Effect: Sendable, Equatable {
        /// The key's health before and after; nil when it is the same.
        var health: (from: KeyHealth, to: KeyHealth)?

        /// Whether upkeep must act at once.
        var isUrgent = false

        static func == (left: Effect, right: Effect) -> Bool {
            left.isUrgent == right.isUrgent && left.health?.from == right.health?.from
                && left.health?.to == right.health?.to
        }
    }

    /// Records the outcome of a call with a key.
    /// - Parameter isUpkeepRunning: Whether upkeep is running, which checks a refused key at once, so that leases may wait for it.
    mutating func record(_ outcome: KeyOutcome, of id: String, at time: Date, isUpkeepRunning: Bool) -> Effect {
        // Nearly all reports are one of these two cases, which need no action.
        if outcome == .upstreamFault { return Effect() }
        if outcome == .accepted, isFaultless(id) { return Effect() }
        return change(id) { key in
            guard key.role != .gone else { return Effect() }
            key.probation?.record(outcome, at: time)
            var effect = key.apply { $0.record(outcome, at: time) }
            if case .dead(let check) = key.condition.health, check <= time, isUpkeepRunning, key.role == .member {
                key.isCheckAwaited = true
                effect.isUrgent = true
            }
            if key.probation?.isFailed == true { effect.isUrgent = true }
            return effect
        } ?? Effect()
    }

    /// Records the result of a live check.
    mutating func record(_ check: KeyCheck, of id: String, at time: Date) -> Effect {
        change(id) { key in
            key.isCheckAwaited = false
            key.probation?.record(check, at: time)
            var effect = key.apply { $0.record(check, at: time) }
            key.isDirty = true
            if key.probation?.isFailed == true { effect.isUrgent = true }
            return effect
        } ?? Effect()
    }

    private func isFaultless(_ id: String) -> Bool {
        key(id).map { $0.condition.isFaultless && ($0.probation?.refusals ?? 0) == 0 } ?? true
    }
}

extension PooledKey {
    fileprivate mutating func apply(_ record: (inout KeyCondition) -> Bool) -> KeyPool.Effect {
        let former = condition.health
        guard record(&condition) else { return KeyPool.Effect() }
        isDirty = true
        return KeyPool.Effect(health: (former, condition.health))
    }
}
