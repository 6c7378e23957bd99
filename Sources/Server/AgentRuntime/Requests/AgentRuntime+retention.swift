import Accounts
import AgentWire
import KeyVault
import Logging
import Storage

extension AgentRuntime {
    /// The most anonymous users that one upkeep erases; the next one erases further ones.
    private static var mostErasures: Int { 500 }

    /// Deletes what the clients' users no longer keep, in small steps: conversations whose time is over, and anonymous users that were
    /// not seen for that time.
    ///
    /// Erasures that the store has failed are tried again.
    func deleteExpiredOfUsers() async {
        guard let clients else { return }
        if runs.hasUnfinishedErasures { await finishErasures() }
        for client in clients.list() where client.users != nil {
            do {
                var place: AgedPlace?
                repeat {
                    place = try await clients.deleteExpiredConversations(ofUsersOf: client.id, after: place)
                    try Task.checkCancellation()
                } while place != nil
                try await eraseUnseenUsers(of: client.id, clients)
            } catch is CancellationError {
                return
            } catch {
                logger.warning(
                    "Expired data of users could not be deleted",
                    metadata: ["client": "\(client.id)", "error": "\(StoreError.reason(of: error))"]
                )
            }
        }
    }

    private func eraseUnseenUsers(of client: String, _ clients: Clients) async throws {
        var (place, erased) = (AgedPlace?.none, 0)
        repeat {
            let page = try await clients.expiredUsers(of: client, after: place)
            for owner in page.elements {
                guard erased < Self.mostErasures else { return }
                try Task.checkCancellation()
                do {
                    try await erase(.everything, of: owner, by: .torii)
                    erased += 1
                } catch let problem as Problem where problem.kind == .runElsewhere {
                    // It is in use.
                } catch let error as AccountsError where error.code == .unknownClient {
                    // It has erased itself.
                }
            }
            place = page.next
        } while place != nil
    }
}
