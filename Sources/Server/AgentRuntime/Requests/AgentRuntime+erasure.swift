import Accounts
import AgentTools
import AgentWire
import Cancellation
import HeldBytes
public import KeyVault
import Logging
import Signals
import ToolPhrases
public import Storage

extension AgentRuntime {
    /// Erases the data of an owner: its runs are stopped first, and no run starts meanwhile.
    ///
    /// The erasure continues when its caller disconnects. After a crash or a failure of the store, the next start or the same request
    /// erases the rest; the upkeep does it too for a user, because a user cannot send that request any more.
    ///
    /// - Parameter scope: Everything of a client that was removed, with that of its users, or of one user; or the conversations of an owner
    ///   that stays.
    /// - Throws: `AccountsError` when there is no such client or user; ``Problem`` when the client's conversations are being erased
    ///   already, or another node performs a run of it; `StoreError`.
    @discardableResult
    public func erase(_ scope: ErasureScope, of owner: Owner, by actor: AuditActor) async throws -> ErasureCount {
        guard let clients else { throw Problem(.internalError, detail: "this server has no list of clients") }
        return try await uncancelled { [self] in
            try await directory.requireHere { scope.reaches($0, from: owner) }
            if scope == .conversations, !runs.block(owner) {
                // One erasure is enough, and each empties the write-ahead log.
                runs.unblock(owner)
                throw RunCoordinator.erasing
            }
            defer { if scope == .conversations { runs.unblock(owner) } }
            try await clients.recordErasure(scope, of: owner)
            return try await finish(scope, of: owner, by: actor, clients)
        }
    }

    /// Blocks runs of the owners whose erasure an earlier process did not finish.
    ///
    /// Called before requests are accepted.
    ///
    /// ``run()`` then finishes the erasures.
    ///
    /// - Throws: `StoreError`.
    public func recoverErasures() async throws {
        for erasure in try await clients?.pendingErasures() ?? [] { runs.blockUntilErased(erasure.owner) }
    }

    /// Finishes the erasures of earlier processes.
    func finishErasures() async {
        guard let clients else { return }
        do {
            for (owner, scope) in try await clients.pendingErasures() {
                do { try await directory.requireHere { scope.reaches($0, from: owner) } } catch let problem as Problem {
                    logger.warning("An erasure waits for another node", metadata: ["reason": "\(problem.detail)"])
                    continue
                }
                let count = try await finish(scope, of: owner, by: .torii, clients)
                logger.notice(
                    "Finished an erasure",
                    metadata: ["client": "\(owner.client)", "runs": .stringConvertible(count.runs)]
                )
            }
        } catch is CancellationError {
            // The server stops. The next start resumes the erasure.
        } catch {
            logger.error("An erasure could not be finished", metadata: ["error": "\(StoreError.reason(of: error))"])
        }
    }

    /// Stores data of an owner that is no run, and removes it again if the owner is a user that is erased meanwhile.
    ///
    /// - Throws: ``Problem`` if the user is erased; the errors of the functions.
    public func unlessErased<Value: Sendable>(
        _ owner: Owner,
        _ write: () async throws -> Value,
        otherwise remove: () async throws -> Void
    ) async throws -> Value {
        guard !runs.isErased(owner) else { throw RunCoordinator.erasing }
        let value = try await write()
        // The erasure may have passed the place of this data already.
        guard !runs.isErased(owner) else {
            try await remove()
            throw RunCoordinator.erasing
        }
        return value
    }

    private func finish(
        _ scope: ErasureScope,
        of owner: Owner,
        by actor: AuditActor,
        _ clients: Clients
    ) async throws -> ErasureCount {
        runs.block(owner)
        // A removed client stays blocked. A user need not, or the set would grow with every erasure: its id is never used again.
        let isOfUser = scope == .everything && owner.user != nil
        let isReleased = scope == .conversations || isOfUser
        defer { if isReleased { runs.unblock(owner) } }
        if isOfUser { runs.beginErasure(ofUser: owner) }
        let erased = { @Sendable (other: Owner) in scope.reaches(other, from: owner) }
        await runs.clear(scope == .everything ? .revoked : .requested, where: erased)
        // Otherwise the usage of the last runs would be stored for a user that is gone.
        if isOfUser { try await admission?.flush() }
        tools.forgetOutputs(where: erased)
        for entry in models.entries {
            (entry.model as? any PhraseModel)?.forgetReadings { erased(Owner(stored: $0)) }
        }
        devices?.forgetReadings(where: erased)
        runs.held.drop { erased(Owner(stored: $0)) }
        if scope == .everything { devices?.forget(where: erased) }
        let count = try await clients.erase(scope, of: owner, by: actor)
        if isOfUser { runs.endErasure(ofUser: owner) }
        if isReleased { runs.finishErasure(of: owner) }
        runs.conversationChanges.notify((owner, .list))
        return count
    }
}
