import FoundationEssentials
import Storage

extension VaultState {
    /// The action, the object and the outcome of an audit row.
    typealias AuditEntry = (action: String, object: String, outcome: String)

    /// Returns the due tasks and the unreported notices, and the time of the next task.
    mutating func startUpkeep(
        policy: KeyUpkeepPolicy,
        at time: Date
    ) -> (due: [UpkeepTask], next: Date?, notices: [KeyNotice]) {
        let (due, next) = schedule.start(UpkeepTask.all(in: self, policy: policy, at: time), at: time)
        defer { notices = [] }
        return (due, next, notices)
    }

    /// Records a warning of a key's expiry; returns the expiry, or nil if there is none any more.
    mutating func recordWarning(of key: String, in upstream: String, at time: Date) -> Date? {
        pools.change(upstream) { $0.change(key) { $0.warnedAt = time } }
        return pools.pools[upstream]?.key(key)?.expiresAt
    }

    /// Adds the keys that came into use and left it to the history.
    ///
    /// - Parameter isStart: Whether the vault has just been opened; the stored history may then lack the last changes of health.
    mutating func applyHistory(_ list: SealedSecretList, isStart: Bool, at time: Date) {
        history.apply(
            list,
            health: { [pools] record in pools.pools[record.upstream]?.key(record.id)?.condition.health(at: time) },
            isStart: isStart,
            at: time
        )
        guard isStart else { return }
        for (upstream, pool) in pools.pools {
            for key in pool.keys where key.role == .member {
                history.correct(key.condition.health(at: time), of: key.id, in: upstream, at: time)
            }
        }
    }

    /// Removes and returns the health that is not stored yet, with its audit rows.
    mutating func removeUnsaved() -> (records: [KeyHealthRecord], entries: [AuditEntry]) {
        var records: [KeyHealthRecord] = []
        for (upstream, pool) in pools.pools {
            for key in pool.keys where key.isDirty {
                records.append(key.condition.healthRecord(of: key.id))
                pools.change(upstream) { $0.change(key.id) { ($0.isDirty, $0.isSaveUrgent) = (false, false) } }
            }
        }
        defer { unsavedEntries = [] }
        return (records, unsavedEntries)
    }

    /// Adds unsaved health and rows again, after the store failed to write them.
    mutating func restoreUnsaved(_ records: [KeyHealthRecord], _ entries: [AuditEntry]) {
        unsavedEntries = entries + unsavedEntries
        for upstream in pools.pools.keys {
            pools.change(upstream) { pool in
                for record in records { pool.change(record.key) { $0.isDirty = true } }
            }
        }
    }
}
