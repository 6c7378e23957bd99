public import FoundationEssentials
import KeyLeasing
import Storage

/// The health of a key at its upstream.
public enum KeyHealth: Sendable, Hashable {
    /// The key may be lent.
    case healthy

    /// A check accepted the key and its calls were refused; it is lent, and until this time only if no other key can be.
    case inDoubt(until: Date)

    /// The key was used too often; it is lent again after this time.
    case resting(until: Date)

    /// The key's account has no credit; at this time it is checked live, and lent again unless the upstream refuses it.
    case outOfCredit(until: Date)

    /// The upstream refused the key; it is not lent until a live check accepts it. The next check is at this time.
    case dead(nextCheck: Date)
}

extension KeyHealth {
    /// Whether someone has to act; a rest ends automatically.
    var isFault: Bool {
        switch self {
        case .healthy, .resting: false
        case .inDoubt, .outOfCredit, .dead: true
        }
    }
}

/// A key's health and the history needed to judge it: a state machine driven by the outcomes of calls and by live checks.
struct KeyCondition: Sendable, Equatable {
    private enum Failure: Sendable { case refused, check, outOfCredit, limited }

    /// The result of the last live check.
    struct LastCheck: Sendable, Equatable {
        var check: KeyCheck
        var time: Date
    }

    private(set) var health: KeyHealth
    private(set) var changedAt: Date
    private(set) var lastCheck: LastCheck?

    /// The time at which a key in doubt must be checked again, because its calls were refused; nil until then.
    private(set) var recheckDue: Date?

    /// Whether a check or a call has shown that the upstream accepts the key, and no later check that it does not.
    private(set) var isProven = false

    private struct Streak: Sendable, Equatable {
        var failure: Failure
        var count: Int
    }

    /// The number of consecutive failures of one kind, which determines the next delay.
    private var streak: Streak?

    /// Makes the condition of a key without known faults.
    init(at time: Date) {
        health = .healthy
        changedAt = time
    }

    /// Whether a success would change nothing.
    var isFaultless: Bool { streak == nil && health == .healthy && isProven }

    /// Returns the health at a time; a rest that has ended counts as healthy.
    func health(at time: Date) -> KeyHealth {
        if case .resting(let until) = health, until <= time { .healthy } else { health }
    }

    /// Records the outcome of a call; true if the health changed.
    mutating func record(_ outcome: KeyOutcome, at time: Date) -> Bool {
        let former = health
        switch outcome {
        case .upstreamFault: break
        case .accepted: recordSuccess(at: time)
        case .refused: recordRefusal(at: time)
        case .outOfCredit:
            if case .dead = health { break }
            if case .outOfCredit(let until) = health, until > time { break }
            health = .outOfCredit(until: time + KeyDelay.withoutCredit(afterFailures: count(.outOfCredit)))
        case .limited(let requestedDelay):
            recordLimit(requestedDelay, at: time)
        }
        return changed(from: former, at: time)
    }

    /// Records the result of a live check; true if the health changed.
    mutating func record(_ check: KeyCheck, at time: Date) -> Bool {
        let former = health
        let wasInvalid = if case .invalid = lastCheck?.check { true } else { false }
        lastCheck = LastCheck(check: check, time: time)
        recheckDue = nil
        switch check {
        case .verified: isProven = true
        case .invalid: isProven = false
        case .unknown: break
        }
        switch (check, health) {
        case (.invalid, _), (.unknown, .dead):
            health = .dead(nextCheck: time + KeyDelay.dead(afterChecks: count(.check)))
        case (.verified, .dead) where !wasInvalid:
            // Only calls refused the key. A refused call weighs more than an accepted check, which may need fewer permissions.
            health = .inDoubt(until: time + KeyDelay.doubt(afterFailures: count(.refused)))
        case (.verified, .dead), (.verified, .outOfCredit), (.unknown, .outOfCredit):
            // A check cannot see credit; the next call shows whether the account has some again.
            health = .healthy
        case (.verified, .healthy), (.verified, .resting), (.verified, .inDoubt), (.unknown, .healthy),
            (.unknown, .resting), (.unknown, .inDoubt):
            break
        }
        return changed(from: former, at: time)
    }

    private mutating func recordSuccess(at time: Date) {
        switch health {
        // A call that started earlier may still succeed; this neither ends a rest nor makes a refused key trusted.
        case .dead, .outOfCredit: break
        case .resting(let until) where until > time: break
        case .healthy, .resting, .inDoubt:
            health = .healthy
            streak = nil
            recheckDue = nil
            isProven = true
        }
    }

    private mutating func recordRefusal(at time: Date) {
        let trustEnd = lastCheck.flatMap { $0.check == .verified ? $0.time + KeyDelay.trust : nil }
        switch health {
        // Calls that started earlier are refused as well; only the first refusal counts.
        case .dead: return
        case .inDoubt(let until) where time < until: break
        case .healthy, .resting, .outOfCredit, .inDoubt:
            // The key may be valid but lack a permission for these calls. If there is no other key, it is still lent.
            if case .inDoubt = health {
            } else if trustEnd.map({ time >= $0 }) ?? true {
                health = .dead(nextCheck: time)
                return
            }
            health = .inDoubt(until: time + KeyDelay.doubt(afterFailures: count(.refused)))
        }
        // The key may have been revoked since its check.
        recheckDue = max(trustEnd ?? time, time)
    }

    /// Makes a check of a key in doubt due.
    mutating func requestCheck(at time: Date) { if case .inDoubt = health { recheckDue = time } }

    private mutating func recordLimit(_ requestedDelay: Duration?, at time: Date) {
        var begin: Date?
        switch health {
        case .dead, .outOfCredit: return
        case .resting(let until) where until > time: begin = until
        case .healthy, .resting, .inDoubt: break
        }
        if let requestedDelay {
            let until = time + KeyDelay.limited(asking: requestedDelay)
            if begin == nil { _ = count(.limited) }
            health = .resting(until: max(until, begin ?? until))
        } else if begin == nil {
            health = .resting(until: time + KeyDelay.limited(afterFailures: count(.limited)))
        }
    }

    /// Counts another failure of a kind.
    private mutating func count(_ failure: Failure) -> Int {
        let count = streak.map { $0.failure == failure ? $0.count + 1 : 1 } ?? 1
        streak = Streak(failure: failure, count: count)
        return count
    }

    private mutating func changed(from former: KeyHealth, at time: Date) -> Bool {
        guard former != health else { return false }
        // A doubt that only lasts longer is the same one.
        if case .inDoubt = former, case .inDoubt = health { return false }
        changedAt = time
        return true
    }
}

// MARK: As it is stored

extension KeyCondition {
    init(_ record: KeyHealthRecord) {
        let until = record.until ?? record.changedAt
        changedAt = record.changedAt
        lastCheck = record.checkedAt.flatMap { time in
            KeyCheck(verdict: record.verdict, reason: record.verdictReason).map { LastCheck(check: $0, time: time) }
        }
        isProven = record.isProven
        switch record.state {
        case .healthy:
            health = .healthy
            return
        case .inDoubt:
            health = .inDoubt(until: until)
            streak = Streak(failure: .refused, count: record.failures)
        case .resting:
            health = .resting(until: until)
            streak = Streak(failure: .limited, count: record.failures)
        case .outOfCredit:
            health = .outOfCredit(until: until)
            streak = Streak(failure: .outOfCredit, count: record.failures)
        case .dead:
            health = .dead(nextCheck: until)
            streak = Streak(failure: .check, count: record.failures)
        }
    }

    /// Whether a proof outlasts the health: an account without credit says nothing against its key.
    private var isProofKept: Bool { if case .outOfCredit = health { true } else { !health.isFault } }

    func healthRecord(of key: String) -> KeyHealthRecord {
        var record = KeyHealthRecord(
            key: key,
            state: .healthy,
            failures: streak?.count ?? 0,
            verdict: lastCheck?.check.verdict,
            verdictReason: lastCheck?.check.reason,
            checkedAt: lastCheck?.time,
            changedAt: changedAt
        )
        // The proof is worth more than a check without a decision, and both have one place.
        if isProven, isProofKept, lastCheck?.check != .verified { record.prove() }
        switch health {
        case .healthy: break
        case .inDoubt(let until): (record.state, record.until) = (.inDoubt, until)
        case .resting(let until): (record.state, record.until) = (.resting, until)
        case .outOfCredit(let until): (record.state, record.until) = (.outOfCredit, until)
        case .dead(let nextCheck): (record.state, record.until) = (.dead, nextCheck)
        }
        return record
    }
}
