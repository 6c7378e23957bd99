import FoundationEssentials
import Synchronization

/// Whether the keys of an upstream can open calls of one kind.
public enum KeyUsability: Sendable, Equatable {
    /// The upstream has no keys.
    case missing

    /// At least one key is lent, now or when its rest after too many calls is over.
    case usable

    /// No key is lent until someone does something about it: the number of keys for each reason, such as "1 refused by the upstream".
    case unusable(String)
}

extension KeyVault {
    /// Returns whether the keys of an upstream can open calls; it reads memory only and lends nothing.
    ///
    /// - Parameters:
    ///   - upstream: The upstream that is to be called.
    ///   - use: The purpose of the call.
    public func usability(of upstream: String, for use: KeyUse) -> KeyUsability {
        let time = now()
        return state.withLock { $0.pools.pools[upstream]?.usability(for: use, at: time) ?? .missing }
    }
}

extension KeyPool {
    /// Whether the keys can open calls of one kind.
    func usability(for use: KeyUse, at time: Date) -> KeyUsability {
        guard hasMembers else { return .missing }
        let unusable = UnusableKeys(self, for: use, at: time)
        let members = keys.count { $0.role == .member }
        return unusable.lostCount < members ? .usable : .unusable(unusable.words)
    }
}
