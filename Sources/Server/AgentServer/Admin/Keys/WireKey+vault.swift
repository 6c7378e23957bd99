import AgentWire
import Foundation
import KeyVault

extension WireKey {
    /// Makes a description of a stored key.
    init(_ key: KeyDescription) {
        self.init(
            id: key.id,
            upstream: key.upstream,
            label: key.label,
            lastFour: key.lastFour,
            fingerprint: key.fingerprint,
            state: State(key.state),
            weight: key.settings.weight,
            models: key.settings.models,
            tools: key.settings.tools,
            expiresAt: key.settings.expiresAt,
            health: WireKeyHealth(key),
            lastCheck: key.lastCheck.map { WireKeyCheck($0, at: key.lastCheckedAt) },
            destinations: key.destinations,
            unconfirmed: key.unconfirmed,
            exposedAt: key.exposedAt,
            leasesOut: key.leasesOut,
            createdAt: key.createdAt
        )
    }
}

extension WireKey.State {
    fileprivate init(_ state: KeyDescription.State) {
        self =
            switch state {
            case .active: .active
            case .retired: .retired
            }
    }
}

extension WireKeyHealth.State {
    /// Makes the state of a key's health.
    fileprivate init(_ health: KeyHealth, isUnchecked: Bool) {
        self =
            switch health {
            case .healthy: isUnchecked ? .unchecked : .healthy
            case .inDoubt: .inDoubt
            case .resting: .resting
            case .outOfCredit: .outOfCredit
            case .dead: .dead
            }
    }
}

extension WireKeyHealth {
    /// Makes the health of a key; `nil` for one that is not in use.
    init?(_ key: KeyDescription) {
        guard let health = key.health else { return nil }
        self.init(state: State(health, isUnchecked: key.isUnchecked), since: key.healthSince, advice: key.advice)
        switch health {
        case .healthy: break
        case .inDoubt(let end), .resting(let end), .outOfCredit(let end): until = end
        case .dead(let time): nextCheck = time
        }
    }
}

extension WireKeyCheck {
    /// Makes the outcome of a live check.
    init(_ check: KeyCheck, at time: Date? = nil) {
        switch check {
        case .verified: self.init(result: .verified, time: time)
        case .invalid(let reason): self.init(result: .invalid, reason: reason, time: time)
        case .unknown(let reason): self.init(result: .unknown, reason: reason, time: time)
        }
    }
}
