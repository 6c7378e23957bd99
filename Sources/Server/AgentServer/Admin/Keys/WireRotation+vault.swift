import AgentWire
import KeyVault
import Storage

extension WireRotation {
    /// Makes a description of a rotation.
    init(_ rotation: Rotation) {
        self.init(
            id: rotation.id,
            upstream: rotation.record.upstream,
            state: State(rotation.record.state),
            oldKey: rotation.record.oldKey,
            newKey: rotation.record.newKey,
            lastFour: rotation.record.lastFour,
            fingerprint: rotation.record.fingerprint,
            check: rotation.check.map { WireKeyCheck($0) },
            reason: rotation.record.reason,
            isForced: rotation.record.isForced,
            requestedBy: rotation.record.actor,
            leasesOut: rotation.leasesOut,
            isReversible: rotation.isReversible,
            createdAt: rotation.record.createdAt,
            changedAt: rotation.record.changedAt,
            activatedAt: rotation.record.activatedAt,
            drainsUntil: rotation.drainsUntil,
            keptUntil: rotation.keptUntil,
            erasedAt: rotation.record.erasedAt
        )
    }
}

extension WireRotation.State {
    /// Makes the state of a rotation.
    init(_ state: Rotation.State) {
        self =
            switch state {
            case .requested: .requested
            case .verifying: .verifying
            case .active: .active
            case .draining: .draining
            case .retired: .retired
            case .rejected: .rejected
            case .rolledBack: .rolledBack
            }
    }
}
