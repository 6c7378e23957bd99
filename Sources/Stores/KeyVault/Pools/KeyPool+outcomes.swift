import FoundationEssentials
import KeyLeasing

extension KeyPool {
    /// The effect of a report or a live check.
    struct Effect: Sendable, Equatable {
        /// A key's health before and after.
        struct Change: Sendable, Equatable {
            let from: KeyHealth
            let to: KeyHealth
        }

        /// The change that the history keeps; nil when the health is the same.
        var health: Change?

        /// The change that is reported to the operator; nil for none.
        var announced: Change?

        /// Whether upkeep must act at once.
        var isUrgent = false

        /// Whether the health changed without a report.
        var isSilent = false
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
            var effect = key.apply(at: time) { $0.record(outcome, at: time) }
            if case .dead(let check) = key.condition.health, check <= time, isUpkeepRunning, key.role == .member {
                key.isCheckAwaited = true
                effect.isUrgent = true
                // The check may show something else at once, so only its result is reported.
                if let former = effect.health?.from { key.unannounced = former }
                effect.announced = nil
            }
            // The first refusal of a new key is checked at once, because the old key can still be put back. A told doubt is checked at
            // once, because the key may have been revoked, which calls for another step than a missing permission.
            let isFirst = key.probation?.isFirstRefusal == true || effect.announced != nil
            if outcome == .refused, isFirst { key.condition.requestCheck(at: time) }
            if key.condition.recheckDue != nil { effect.isUrgent = true }
            if key.probation?.isFailed == true { effect.isUrgent = true }
            return effect
        } ?? Effect()
    }

    /// Records the result of a live check.
    mutating func record(_ check: KeyCheck, of id: String, at time: Date) -> Effect {
        change(id) { key in
            key.isCheckAwaited = false
            key.probation?.record(check, at: time)
            var effect = key.apply(since: key.unannounced, at: time) { $0.record(check, at: time) }
            key.unannounced = nil
            key.isDirty = true
            // After a save between the refused call and this check, it is no longer urgent.
            if key.condition.health.isFault { key.isSaveUrgent = true }
            if key.probation?.isFailed == true { effect.isUrgent = true }
            return effect
        } ?? Effect()
    }

    /// Records that another key answered a request for which this key was refused; true if upkeep must act at once.
    mutating func recordSuccess(of other: String, insteadOf id: String, at time: Date) -> Bool {
        change(id) { key in
            key.probation?.recordSuccess(of: other, at: time)
            return key.probation?.isFailed ?? false
        } ?? false
    }

    /// Records that two keys were refused for one request.
    ///
    /// An old key on standby stays in use for the next comparison, because the request may have been the reason.
    mutating func recordRefusal(of other: String, insteadOf id: String, at time: Date) {
        for (own, refused) in [(id, other), (other, id)] {
            change(own) { key in
                key.probation?.recordRefusal(of: refused)
                if case .standby = key.role { key.condition = KeyCondition(at: time) }
            }
        }
    }

    private func isFaultless(_ id: String) -> Bool {
        guard let key = key(id) else { return true }
        let isProven = key.probation.map { $0.hasSucceeded && $0.refusals == 0 } ?? true
        return key.condition.isFaultless && isProven
    }
}

extension PooledKey {
    /// The time during which a second doubt is neither reported nor kept in the history, in seconds.
    ///
    /// A key with a permission for some calls only would otherwise fill both.
    static let doubtSilence: Double = 3600

    /// - Parameter former: The health that the operator knows; nil for that before the change.
    fileprivate mutating func apply(
        since former: KeyHealth? = nil,
        at time: Date,
        _ record: (inout KeyCondition) -> Bool
    ) -> KeyPool.Effect {
        let (before, wasProven) = (condition.health, condition.isProven)
        let hasChanged = record(&condition)
        guard hasChanged || former != nil || condition.isProven != wasProven else { return KeyPool.Effect() }
        isDirty = true
        guard hasChanged || former != nil else { return KeyPool.Effect(isSilent: true) }
        guard mayAnnounce(former ?? before, condition.health, at: time) else { return KeyPool.Effect(isSilent: true) }
        isSaveUrgent = condition.health.isFault
        return KeyPool.Effect(
            health: hasChanged ? .init(from: before, to: condition.health) : nil,
            announced: .init(from: former ?? before, to: condition.health)
        )
    }

    private mutating func mayAnnounce(_ from: KeyHealth, _ to: KeyHealth, at time: Date) -> Bool {
        switch (from, to) {
        case (_, .inDoubt):
            if let notice = doubtNotice, time < notice.time + Self.doubtSilence { return notice.isOpen }
            doubtNotice = (time, true)
        case (.inDoubt, .healthy):
            guard let notice = doubtNotice else { return true }
            doubtNotice?.isOpen = false
            return notice.isOpen
        default: break
        }
        return true
    }
}
