import FoundationEssentials
import Secrets
import Storage

/// The opened keys and the rotations of all upstreams as of one revision of the store; leases are served from them.
struct KeyPools: Sendable {
    private var revision = -1
    private(set) var pools: [String: KeyPool] = [:]

    /// The rotations that may still change.
    private(set) var rotations: [RotationRecord] = []

    /// The opened secrets of keys that are not lent any more and still kept, by the ids of the keys.
    private var earlier: [String: SecretString] = [:]

    /// The ids of rotations whose roll-back turned out to be useless, although their first minute has not ended.
    private var abandonedRollBacks: Set<String> = []

    /// Whether the store has changes that are not in memory.
    func isBehind(_ stored: Int) -> Bool { revision < stored }

    /// Applies a list of the store, unless a later list was applied before.
    ///
    /// Opened keys stay open, with their health and their leases.
    /// - Parameters:
    ///   - list: The list.
    ///   - time: The current time.
    ///   - condition: Returns the last known condition of a key that is new in memory.
    ///   - open: Opens a record; nil if it cannot be opened.
    mutating func update(
        to list: SealedSecretList,
        at time: Date,
        condition: (String) -> KeyCondition?,
        opening open: (SealedSecretRecord) -> SecretString?
    ) {
        guard list.revision > revision else { return }
        revision = list.revision
        rotations = list.rotations
        abandonedRollBacks.formIntersection(list.rotations.map(\.id))
        let probations = probations(in: list, at: time)
        var keys: [String: [PooledKey]] = [:]
        var secrets: [String: [(key: String, secret: SecretString)]] = [:]
        var stillKept: [String: SecretString] = [:]
        for record in list.records {
            let known = pools[record.upstream]?.key(record.id)
            let role = role(of: record, known: known, probations)
            guard let role else {
                // An upstream may return what it received before a rotation.
                guard record.state == .retired,
                    let secret = known?.secret ?? earlier[record.id] ?? open(record)
                else { continue }
                stillKept[record.id] = secret
                secrets[record.upstream, default: []].append((record.id, secret))
                continue
            }
            var key =
                known
                ?? PooledKey(
                    record,
                    secret: open(record),
                    role: role,
                    condition: condition(record.id) ?? KeyCondition(at: record.createdAt)
                )
            key.update(from: record, role: role)
            let probation = probations.first { $0.newKey == record.id }.flatMap(RotationProbation.init)
            if key.probation?.rotation != probation?.rotation { key.probation = probation }
            keys[record.upstream, default: []].append(key)
            if let secret = key.secret { secrets[record.upstream, default: []].append((record.id, secret)) }
        }
        earlier = stillKept
        for upstream in Set(pools.keys).union(keys.keys) {
            pools[upstream, default: KeyPool(upstream: upstream)].replace(keys[upstream] ?? [])
            pools[upstream]?.conceal(secrets[upstream] ?? [])
        }
    }

    /// Lends a key of an upstream.
    mutating func pick(
        _ upstream: String,
        for use: KeyUse,
        to destinations: [String] = [],
        preferring preferred: String? = nil,
        at time: Date
    ) -> KeyPool.Pick {
        pools[upstream]?.pick(for: use, to: destinations, preferring: preferred, at: time) ?? .none
    }

    /// Changes the pool of an upstream; nil if there is none.
    @discardableResult
    mutating func change<Result>(_ upstream: String, _ body: (inout KeyPool) -> Result) -> Result? {
        guard pools[upstream] != nil else { return nil }
        return body(&pools[upstream, default: KeyPool(upstream: upstream)])
    }

    /// Returns the rotation that put a key into use; nil if there is none, or if it cannot be undone any more.
    func rotationToUndo(_ key: String) -> String? {
        rotations.last { $0.newKey == key && RotationStateMachine($0).isReversible }?.id
    }

    /// Whether an upstream has an active key with this fingerprint.
    func isActive(_ fingerprint: String, of upstream: String) -> Bool {
        pools[upstream]?.keys.contains { $0.fingerprint == fingerprint && $0.role == .member } ?? false
    }

    /// Returns the number of leases of a key not yet returned.
    func leasesOut(of id: String, in upstream: String) -> Int { pools[upstream]?.key(id)?.leasesOut ?? 0 }

    /// Stops the automatic roll-back of a rotation, because the old key cannot be used either.
    mutating func abandonRollBack(of rotation: RotationRecord) {
        abandonedRollBacks.insert(rotation.id)
        change(rotation.upstream) { pool in
            pool.change(rotation.newKey) { $0.probation = nil }
            pool.change(rotation.oldKey) { key in
                if case .standby = key.role { key.role = .gone }
            }
        }
    }

    /// Returns the rotations in their first minute, or about to be rolled back, whose new key is in use.
    private func probations(in list: SealedSecretList, at time: Date) -> [RotationRecord] {
        let active = Set(list.records.lazy.filter { $0.state == .active }.map(\.id))
        return list.rotations.filter { rotation in
            guard let end = RotationStateMachine(rotation).probationEnd else { return false }
            let known = pools[rotation.upstream]?.key(rotation.newKey)?.probation
            // A roll-back that is due is not forgotten when the minute ends before it is done.
            return time < end || known?.rollBackDue(at: time) != nil
        }
        .filter { active.contains($0.newKey) && !abandonedRollBacks.contains($0.id) }
    }

    private func role(
        of record: SealedSecretRecord,
        known: PooledKey?,
        _ probations: [RotationRecord]
    ) -> PooledKey.Role? {
        if record.state == .active { return .member }
        if record.state == .retired,
            let end = probations.first(where: { $0.oldKey == record.id })
                .flatMap({ RotationStateMachine($0).probationEnd })
        {
            return .standby(until: end)
        }
        return (known?.leasesOut ?? 0) > 0 ? .gone : nil
    }
}

extension RotationProbation {
    fileprivate init?(_ rotation: RotationRecord) {
        guard let end = RotationStateMachine(rotation).probationEnd else { return nil }
        self.init(rotation: rotation.id, oldKey: rotation.oldKey, end: end)
    }
}
