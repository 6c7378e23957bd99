import FoundationEssentials
import Storage

/// A maintenance task that the vault performs when it is due.
enum UpkeepTask: Sendable, Hashable {
    /// Rejects a rotation that no process performs and that has not reached its swap.
    case interrupt(rotation: String)

    /// Ends the wait for calls with an old key.
    case advance(rotation: String)

    /// Erases an old key that was kept long enough.
    case erase(rotation: String)

    /// Restores an old key, because the new one is refused.
    case rollBack(rotation: String)

    /// Checks a key with its upstream.
    case check(key: String, upstream: String)

    /// Warns of a key's expiry.
    case warn(key: String, upstream: String)

    /// Stores changes of health.
    case saveHealth

    /// Stores the history of keys.
    case saveHistory
}

extension UpkeepTask {
    /// The time for which a rotation without its swap is left to another process, in seconds.
    static let patience: Double = 300

    /// The time between two warnings of an expiry, in seconds.
    static let warningInterval: Double = 86_400

    /// The time for which changes of health are collected before they are stored together, in seconds.
    static let gathering: Double = 1

    /// Returns every task with its due time.
    static func all(in state: VaultState, policy: KeyUpkeepPolicy, at time: Date) -> [(task: UpkeepTask, due: Date)] {
        // One process: each process would check keys, warn of them and store their health. Rotations are those of this process.
        var all: [(task: UpkeepTask, due: Date)] = []
        for rotation in state.pools.rotations
        where state.ownRotations[rotation.id] == nil && state.lease.answers(for: rotation.worker) {
            if let task = next(for: rotation, in: state, at: time) { all.append(task) }
        }
        for pool in state.pools.pools.values {
            for key in pool.keys {
                all += tasks(for: key, in: pool.upstream, policy: policy, at: time)
                if key.isDirty {
                    let due = key.isSaveUrgent ? time : key.condition.changedAt + gathering
                    all.append((.saveHealth, max(due, time)))
                }
            }
        }
        if let due = state.history.saveDue { all.append((.saveHistory, due)) }
        if all.contains(where: { $0.task == .saveHealth }) { all = withOneSave(all) }
        return all
    }

    private static func withOneSave(_ all: [(task: UpkeepTask, due: Date)]) -> [(task: UpkeepTask, due: Date)] {
        let due = all.lazy.filter { $0.task == .saveHealth }.map(\.due).min()
        return all.filter { $0.task != .saveHealth } + (due.map { [(.saveHealth, $0)] } ?? [])
    }

    private static func next(
        for rotation: RotationRecord,
        in state: VaultState,
        at time: Date
    ) -> (task: UpkeepTask, due: Date)? {
        let machine = RotationStateMachine(rotation)
        switch rotation.state {
        case .requested, .verifying:
            return (.interrupt(rotation: rotation.id), rotation.changedAt + patience)
        case .active:
            return (.advance(rotation: rotation.id), time)
        case .draining:
            let due = state.isDrained(rotation) ? time : machine.drainEnd ?? time
            return (.advance(rotation: rotation.id), due)
        case .retired:
            return (.erase(rotation: rotation.id), machine.keepEnd ?? time)
        case .rejected, .rolledBack:
            return nil
        }
    }

    private static func tasks(
        for key: PooledKey,
        in upstream: String,
        policy: KeyUpkeepPolicy,
        at time: Date
    ) -> [(task: UpkeepTask, due: Date)] {
        guard key.role == .member, key.secret != nil else { return [] }
        var tasks: [(task: UpkeepTask, due: Date)] = []
        if let probation = key.probation, let due = probation.rollBackDue(at: time) {
            tasks.append((.rollBack(rotation: probation.rotation), due))
        }
        let check = UpkeepTask.check(key: key.id, upstream: upstream)
        switch key.condition.health {
        case .dead(let due), .outOfCredit(let due): tasks.append((check, due))
        case .healthy, .resting, .inDoubt:
            let regular = policy.checkInterval.map { (key.condition.lastCheck?.time ?? key.createdAt) + $0.seconds }
            if let due = [regular, key.condition.recheckDue].compactMap(\.self).min() { tasks.append((check, due)) }
        }
        if let expiry = key.expiresAt {
            let first = expiry - policy.expiryWarning.seconds
            let due = key.warnedAt.map { max($0 + warningInterval, first) } ?? first
            tasks.append((.warn(key: key.id, upstream: upstream), due))
        }
        return tasks
    }
}

extension UpkeepTask {
    /// The upstream of the task, if it has one.
    var upstream: String? {
        switch self {
        case .check(_, let upstream), .warn(_, let upstream): upstream
        case .interrupt, .advance, .erase, .rollBack, .saveHealth, .saveHistory: nil
        }
    }

    /// The id of the task's rotation or key.
    var subject: String {
        switch self {
        case .interrupt(let id), .advance(let id), .erase(let id), .rollBack(let id): id
        case .check(let key, _), .warn(let key, _): key
        case .saveHealth: "health"
        case .saveHistory: "history"
        }
    }
}
