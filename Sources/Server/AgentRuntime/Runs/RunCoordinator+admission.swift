import AgentWire
import HeldBytes
import Storage
import Synchronization

extension RunCoordinator {
    /// Checks that there is room for a run, without reserving it.
    ///
    /// It is called early, before the run has used any resources.
    ///
    /// - Throws: ``Problem`` when there is no room, or when the server is stopping.
    func checkRoom(for owner: Owner) throws(Problem) {
        let (isStopping, refusal, seconds) = state.withLock { state in
            let refusal = state.slots.refusal(of: owner, isConversationFree: true)
            return (state.isStopping, refusal, state.slots.retryAfterSeconds)
        }
        if isStopping { throw Self.stopping }
        if let refusal { throw Problem(refusal, retryAfterSeconds: seconds) }
        try checkMemory(retryAfterSeconds: seconds)
    }

    /// Whether this client has sent a request with this key before, so that a repetition starts no run and answers none.
    func hasSeen(_ idempotencyKey: String, of owner: Owner) async throws -> Bool {
        if claims.isTaken(.init(owner: owner, key: idempotencyKey)) { return true }
        if try await store.run(of: owner, idempotencyKey: idempotencyKey) != nil { return true }
        return try await store.keyedAnswer(of: owner, idempotencyKey: idempotencyKey) != nil
    }

    /// Checks that a run could wait for its client, without reserving a place.
    ///
    /// - Throws: ``Problem`` when it could not.
    ///
    /// - Parameter bytes: The bytes of its request.
    func checkWaitingPlaces(for owner: Owner, bytes: Int) throws(Problem) {
        let (refusal, seconds) = state.withLock { ($0.waiting.refusal(of: owner), $0.waiting.retryAfterSeconds) }
        if let refusal { throw Problem(waiting: refusal, hasBegun: false, retryAfterSeconds: seconds) }
        do throws(HeldBytes.Refusal) { _ = try held.hold(bytes, for: owner.text) } catch { throw Problem(error) }
    }

    /// Reserves a place for a run that is about to wait for its client.
    ///
    /// The place is freed when the run resumes or ends.
    ///
    /// - Throws: ``Problem`` when there is no place.
    ///
    /// - Parameter bytes: The bytes that it holds while it waits.
    func reserveWaitingPlace(for run: LiveRun, bytes: Int) throws(Problem) {
        let hold: HeldBytes.Hold
        do throws(HeldBytes.Refusal) { hold = try held.hold(bytes, for: run.identity.owner.text) } catch {
            throw Problem(error, endingTurn: true)
        }
        let (refusal, seconds) = state.withLock { state in
            (state.waiting.enter(run.id, of: run.identity.owner, hold), state.waiting.retryAfterSeconds)
        }
        if let refusal { throw Problem(waiting: refusal, hasBegun: true, retryAfterSeconds: seconds) }
    }

    /// The problem of a request while the server is stopping.
    static var stopping: Problem {
        Problem(.shuttingDown, detail: "the server is stopping; send the request again", retryAfterSeconds: 5)
    }
}
