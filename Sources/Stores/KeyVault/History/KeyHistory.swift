import FoundationEssentials
import KeyLeasing
import Storage

/// The history of keys that is not stored yet: changes of their states with the causes, and the outcomes of calls per minute.
///
/// It has no clock and no lock; callers pass the time. An outcome costs one look-up in a table.
struct KeyHistory: Sendable {
    /// The most changes and the most rows of outcomes that wait for the store; beyond that the earliest ones are dropped.
    static let mostUnsaved = 10_000

    /// A key in the minute of an outcome.
    private struct Slot: Hashable {
        var key: String
        var minute: Int
    }

    private var changes: [KeyChangeRecord] = []
    private var outcomes: [Slot: KeyOutcomesRecord] = [:]
    /// The last state of each key.
    private var last: [String: KeyChangeRecord.State] = [:]
    private var revision = -1
    /// The time of the first change or outcome that is not stored.
    private var unsavedSince: (change: Date?, outcome: Date?) = (nil, nil)
    private var prunedAt: Date?

    /// Starts with the stored changes.
    mutating func restore(_ stored: [KeyChangeRecord]) {
        for change in stored { last[change.key] = change.state }
    }

    /// Counts the outcome of a call.
    mutating func count(_ outcome: KeyOutcome, of key: String, in upstream: String, at time: Date) {
        let slot = Slot(key: key, minute: Self.minute(of: time))
        if outcomes[slot] == nil {
            guard outcomes.count < Self.mostUnsaved else { return }
            outcomes[slot] = KeyOutcomesRecord(key: key, upstream: upstream, minute: slot.minute)
            if unsavedSince.outcome == nil { unsavedSince.outcome = time }
        }
        outcomes[slot]?.count(outcome)
    }

    /// Records a change of a key's health.
    mutating func record(
        _ health: KeyHealth,
        of key: String,
        in upstream: String,
        because cause: KeyChangeRecord.Cause,
        at time: Date
    ) {
        let (state, until) = health.recorded
        add(KeyChangeRecord(key: key, upstream: upstream, time: time, state: state, cause: cause, until: until))
    }

    /// Records which keys came into use and left it, from a list of the store; ignores a list that is older than the last one.
    ///
    /// - Parameters:
    ///   - health: Returns the health of a key in use.
    ///   - isStart: Whether the vault has just been opened, so that new keys have been in use before.
    mutating func apply(
        _ list: SealedSecretList,
        health: (SealedSecretRecord) -> KeyHealth?,
        isStart: Bool,
        at time: Date
    ) {
        guard list.revision > revision else { return }
        revision = list.revision
        let rotated = Set(list.rotations.flatMap { [$0.oldKey, $0.newKey] })
        // A roll-back puts an old key into use again and removes the new one.
        let isRollBack = list.records.contains { $0.state == .active && last[$0.id] == .retired }
        for record in list.records {
            let former = last[record.id]
            let change: (state: KeyChangeRecord.State, cause: KeyChangeRecord.Cause)
            switch (record.state, former) {
            case (.active, nil):
                guard let health = health(record) else { continue }
                let cause: KeyChangeRecord.Cause = isStart ? .known : rotated.contains(record.id) ? .rotated : .added
                let began = isStart ? time : record.createdAt
                self.record(health, of: record.id, in: record.upstream, because: cause, at: began)
                continue
            case (.active, .retired), (.active, .removed): change = (.healthy, isRollBack ? .rolledBack : .added)
            // Keys that were never in use are documents of Torii.
            case (.retired, nil), (.removed, nil), (.removed, .removed), (.retired, .retired): continue
            case (.retired, _): change = (.retired, .rotated)
            case (.removed, .retired): change = (.removed, .removed)
            case (.removed, _): change = (.removed, isRollBack ? .rolledBack : .removed)
            case (.active, _): continue
            }
            add(
                KeyChangeRecord(
                    key: record.id,
                    upstream: record.upstream,
                    time: isStart ? record.changedAt : time,
                    state: change.state,
                    cause: change.cause
                )
            )
        }
    }

    /// Starts again from a list that another process has changed, and has recorded.
    mutating func follow(_ list: SealedSecretList) {
        guard list.revision > revision else { return }
        revision = list.revision
        for record in list.records {
            switch (record.state, last[record.id]) {
            case (.active, nil), (.active, .retired), (.active, .removed): last[record.id] = .healthy
            case (.retired, nil), (.removed, nil), (.active, _): continue
            case (.retired, _): last[record.id] = .retired
            case (.removed, _): last[record.id] = .removed
            }
        }
    }

    /// Records the health of a key in use if it differs from the last stored state, because a killed process stored less.
    mutating func correct(_ health: KeyHealth, of key: String, in upstream: String, at time: Date) {
        guard let former = last[key], health.recorded.state != former else { return }
        // A rest ends without a change of its own.
        if former == .resting, health == .healthy { return }
        record(health, of: key, in: upstream, because: .known, at: time)
    }

    private mutating func add(_ change: KeyChangeRecord) {
        last[change.key] = change.state
        changes.append(change)
        if changes.count > Self.mostUnsaved { changes.removeFirst(changes.count - Self.mostUnsaved) }
        if unsavedSince.change == nil { unsavedSince.change = change.time }
    }

    /// Returns the minute of a time, counted from 1970.
    static func minute(of time: Date) -> Int { Int((time.timeIntervalSince1970 / 60).rounded(.down)) }
}

// MARK: - Storing

extension KeyHistory {
    /// The time for which outcomes are collected before they are stored together, in seconds.
    static let gathering: Double = 60

    /// The time between two deletions of old history, in seconds.
    static let pruningInterval: Double = 3600

    /// The time at which the history must be stored; `nil` if there is nothing to store.
    var saveDue: Date? {
        let change = unsavedSince.change.map { $0 + UpkeepTask.gathering }
        let outcome = unsavedSince.outcome.map { $0 + Self.gathering }
        return [change, outcome].compactMap(\.self).min()
    }

    /// Removes and returns what is not stored.
    mutating func removeUnsaved() -> (changes: [KeyChangeRecord], outcomes: [KeyOutcomesRecord]) {
        defer {
            changes = []
            outcomes = [:]
            unsavedSince = (nil, nil)
        }
        return (changes, Array(outcomes.values))
    }

    /// Adds what was removed again, after the store failed to write it.
    mutating func restoreUnsaved(_ changes: [KeyChangeRecord], _ outcomes: [KeyOutcomesRecord], at time: Date) {
        self.changes = Array((changes + self.changes).suffix(Self.mostUnsaved))
        for outcome in outcomes {
            let slot = Slot(key: outcome.key, minute: outcome.minute)
            if var newer = self.outcomes[slot] {
                newer.add(outcome)
                self.outcomes[slot] = newer
            } else if self.outcomes.count < Self.mostUnsaved {
                self.outcomes[slot] = outcome
            }
        }
        if !self.changes.isEmpty { unsavedSince.change = time }
        if !self.outcomes.isEmpty { unsavedSince.outcome = time }
    }

    /// Whether old history must be deleted now; the next deletion is an hour later.
    mutating func startPruning(at time: Date) -> Bool {
        if let prunedAt, abs(time.timeIntervalSince(prunedAt)) < Self.pruningInterval { return false }
        prunedAt = time
        return true
    }
}

extension KeyOutcomesRecord {
    fileprivate mutating func count(_ outcome: KeyOutcome) {
        switch outcome {
        case .accepted: accepted += 1
        case .refused: refused += 1
        case .outOfCredit: outOfCredit += 1
        case .limited: limited += 1
        case .upstreamFault: failed += 1
        }
    }

    fileprivate mutating func add(_ other: KeyOutcomesRecord) {
        accepted += other.accepted
        refused += other.refused
        outOfCredit += other.outOfCredit
        limited += other.limited
        failed += other.failed
    }
}

extension KeyHealth {
    /// The state and its end, as the history has them.
    fileprivate var recorded: (state: KeyChangeRecord.State, until: Date?) {
        switch self {
        case .healthy: (.healthy, nil)
        case .inDoubt(let until): (.inDoubt, until)
        case .resting(let until): (.resting, until)
        case .outOfCredit(let until): (.outOfCredit, until)
        case .dead(let next): (.dead, next)
        }
    }
}

extension KeyChangeRecord.Cause {
    /// The cause of a change by the outcome of a call; an outcome of the upstream itself changes nothing.
    init(_ outcome: KeyOutcome) {
        self =
            switch outcome {
            case .accepted, .upstreamFault: .accepted
            case .refused: .refused
            case .outOfCredit: .outOfCredit
            case .limited: .limited
            }
    }
}
