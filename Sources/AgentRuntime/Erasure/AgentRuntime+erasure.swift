import Accounts
import AgentTools
import AgentWire
import Cancellation
import HeldBytes
public import KeyVault
import Logging
public import Storage

extension AgentRuntime {
    /// Erases the data of a client: its runs are stopped first, and no run starts meanwhile.
    ///
    /// The erasure continues when its caller disconnects. After a crash or a failure of the store, the next start or the same request
    /// erases the rest.
    ///
    /// - Parameter scope: Everything of a client that was removed, or the conversations of one that stays.
    /// - Throws: `KeyVaultError` when there is no such client; ``Problem`` when the client's conversations are being erased already;
    ///   `StoreError`.
    @discardableResult
    public func erase(_ scope: ErasureScope, of client: String, by actor: AuditActor) async throws -> ErasureCount {
        guard let clients else { throw Problem(.internalError, detail: "this server has no list of clients") }
        return try await uncancelled { [self] in
            if scope == .conversations, !runs.block(client) {
                // One erasure is enough, and each reads the whole table of runs.
                runs.unblock(client)
                throw RunCoordinator.erasing
            }
            defer { if scope == .conversations { runs.unblock(client) } }
            try await clients.recordErasure(scope, of: client)
            return try await finish(scope, of: client, by: actor, clients)
        }
    }

    /// Blocks runs of the clients whose erasure an earlier process did not finish.
    ///
    /// Called before requests are accepted.
    ///
    /// ``run()`` then finishes the erasures.
    ///
    /// - Throws: `StoreError`.
    public func recoverErasures() async throws {
        for erasure in try await clients?.pendingErasures() ?? [] { runs.blockUntilErased(erasure.client) }
    }

    /// Finishes the erasures of earlier processes.
    func finishErasures() async {
        guard let clients else { return }
        do {
            for (client, scope) in try await clients.pendingErasures() {
                let count = try await finish(scope, of: client, by: .torii, clients)
                logger.notice(
                    "Finished an erasure",
                    metadata: ["client": "\(client)", "runs": .stringConvertible(count.runs)]
                )
            }
        } catch is CancellationError {
            // The server stops. The next start resumes the erasure.
        } catch {
            logger.error("An erasure could not be finished", metadata: ["error": "\(StoreError.reason(of: error))"])
        }
    }

    private func finish(
        _ scope: ErasureScope,
        of client: String,
        by actor: AuditActor,
        _ clients: Clients
    ) async throws -> ErasureCount {
        runs.block(client)
        // A removed client stays blocked.
        defer { if scope == .conversations { runs.unblock(client) } }
        await runs.clear(client, scope == .everything ? .revoked : .requested)
        tools.forgetOutputs(of: client)
        runs.held.drop(client)
        if scope == .everything { devices?.forget(client) }
        let count = try await clients.erase(scope, of: client, by: actor)
        if scope == .conversations { runs.finishErasure(of: client) }
        runs.conversationChanges.notify(client, .list)
        return count
    }
}
