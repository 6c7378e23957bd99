import FoundationEssentials
import Synchronization

/// Whether the keys of an upstream can serve calls of one kind.
public enum KeyUsability: Sendable, Equatable {
    /// The upstream has no keys.
    case missing

    /// The upstream has no keys, and refused a call without one.
    case wanted

    /// At least one key can be lent, now or after its rest, is not in doubt, and has not been checked in vain.
    case usable

    /// No key can be lent until someone acts, or only keys in doubt or checked in vain. The text is the number of keys for each reason, such as "1 refused by the upstream".
    case unusable(String)

    /// Whether the upstream has keys, usable or not.
    public var hasKeys: Bool {
        switch self {
        case .missing, .wanted: false
        case .usable, .unusable: true
        }
    }
}

extension KeyVault {
    /// Returns whether the keys of an upstream can serve calls; it reads memory only and lends nothing.
    ///
    /// - Parameters:
    ///   - upstream: The upstream to call.
    ///   - use: The purpose of the call.
    public func usability(of upstream: String, for use: KeyUse) -> KeyUsability {
        let time = now()
        return state.withLock { state in
            let usability = state.pools.pools[upstream]?.usability(for: use, at: time) ?? .missing
            return usability == .missing && state.wantingKey.contains(upstream) ? .wanted : usability
        }
    }
}

extension KeyPool {
    /// Returns whether the keys can serve calls of one kind.
    func usability(for use: KeyUse, at time: Date) -> KeyUsability {
        guard hasMembers else { return .missing }
        let unusable = UnusableKeys(self, for: use, at: time)
        let members = keys.count { $0.role == .member }
        return unusable.lostCount < members ? .usable : .unusable(unusable.summary)
    }
}
