import AgentWire
import KeyVault
import StoredValues

extension WireRotation {
    /// Makes a description of a rotation.
    init(_ rotation: Rotation) {
        self.init(
            id: rotation.id,
            upstream: rotation.upstream,
            state: State(rotation.state),
            oldKey: rotation.oldKey,
            newKey: rotation.newKey,
            lastFour: rotation.lastFour,
            fingerprint: rotation.fingerprint,
            check: rotation.check.map { WireKeyCheck($0) },
            reason: rotation.reason,
            isForced: rotation.isForced,
            requestedBy: rotation.actor,
            leasesOut: rotation.leasesOut,
            isReversible: rotation.isReversible,
            createdAt: rotation.createdAt,
            changedAt: rotation.changedAt,
            activatedAt: rotation.activatedAt,
            drainsUntil: rotation.drainsUntil,
            keptUntil: rotation.keptUntil,
            erasedAt: rotation.erasedAt
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
