import FoundationEssentials
import KeyVault
public import Storage
import Synchronization

extension Clients {
    /// The number of conversations or users that one step looks at.
    private static let stepSize = 5000

    /// Deletes the conversations of a client's users whose time is over, among a few thousand.
    ///
    /// - Parameter place: The result of the step before; nil for the first one.
    /// - Returns: The place after which the next step starts; nil after the last one.
    /// - Throws: `StoreError`.
    public func deleteExpiredConversations(ofUsersOf client: String, after place: AgedPlace?) async throws -> AgedPlace?
    {
        guard let settings = userSettings(of: client) else { return nil }
        let (time, retention) = (vault.now(), UserRetention(settings))
        let page = try await store.agedConversations(
            ofUsersOf: client,
            retention.times(at: time),
            after: place,
            lookingAt: Self.stepSize
        )
        let expired = page.elements.filter { retention.isExpired($0.updatedAt, of: $0.user, at: time) }
        if !expired.isEmpty { _ = try await store.deleteAgedConversations(expired) }
        return page.next
    }

    /// Returns anonymous users of a client that are not blocked and were not seen for the time for which their data is kept.
    ///
    /// - Parameter place: The place of the page before; nil for the first page.
    /// - Throws: `StoreError`.
    public func expiredUsers(of client: String, after place: AgedPlace?) async throws -> AgedPage<Owner> {
        guard let settings = userSettings(of: client) else { return AgedPage([], next: nil) }
        let (time, retention) = (vault.now(), UserRetention(settings))
        let page = try await store.unseenUsers(
            of: client,
            .anonymous,
            retention.times(at: time),
            after: place,
            limit: Self.stepSize
        )
        let expired = page.elements.filter { user in
            if users.isBlocked(user.owner) { return false }
            // The time in memory is the later one until it is stored.
            let seen = users.table.withLock { $0.entry(of: user.owner)?.seenAt } ?? user.seenAt
            return retention.isExpired(max(seen, user.seenAt), of: user, at: time)
        }
        return AgedPage(expired.map(\.owner), next: page.next)
    }

    /// Returns the settings of a client's users, also those of a revoked client, whose data ends like that of others.
    private func userSettings(of client: String) -> UserSettings? { (try? self.client(client))?.users }
}
