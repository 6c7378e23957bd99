import MCPClient
import Foundation

/// The authorizations that the operator has started and not ended: few, and each for a limited time.
struct StartedAuthorizations: Sendable {
    /// The number of authorizations that are kept; the oldest one is dropped first.
    static let most = 16
    /// The seconds for which an authorization can be ended.
    static let lifetime: Double = 600

    private var started: [(server: String, pending: PendingAuthorization, until: Date)] = []

    /// Adds an authorization.
    mutating func add(_ pending: PendingAuthorization, at server: String, now: Date) {
        removeOld(now)
        if started.count >= Self.most { started.removeFirst() }
        started.append((server, pending, now.addingTimeInterval(Self.lifetime)))
    }

    /// Removes and returns an authorization, so that a redirect is used once; `nil` if there is none or it is too old.
    mutating func take(_ state: String, at server: String, now: Date) -> PendingAuthorization? {
        removeOld(now)
        guard let index = started.firstIndex(where: { $0.server == server && $0.pending.state == state }) else {
            return nil
        }
        return started.remove(at: index).pending
    }

    private mutating func removeOld(_ now: Date) { started.removeAll { $0.until <= now } }
}
