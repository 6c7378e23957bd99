import Accounts
import AgentWire
import SpokenDecisions
import Storage

extension AgentRuntime {
    /// Accepts a chat message as the answer to the approval that its conversation waits for.
    ///
    /// This needs a request that allows it, a run that waits for this approval only, and a message that is a plain yes or no.
    ///
    /// - Parameter idempotencyKey: The request's key, with which the decision is stored before it is executed.
    /// - Returns: The reader of that run, at its next event; `nil` when the message is an ordinary turn.
    /// - Throws: As ``answer(_:with:client:token:isReading:)``.
    func decision(
        in request: RunRequest,
        from client: Principal,
        _ idempotencyKey: String?
    ) async throws -> RunReader? {
        guard case .turn(let turn) = request, turn.approveByMessage == true, let conversation = turn.conversation.id,
            let decision = SpokenDecision(turn.message),
            let run = runs.holder(of: .init(owner: client.owner, conversation: conversation)),
            let action = run.openActions.first, run.openActions.count == 1, action.kind == .approval
        else {
            return nil
        }
        if let idempotencyKey {
            // A waiting run may be stored up to a second later.
            try await runs.store(run)
            let decision = KeyedAnswer(
                owner: client.owner,
                idempotencyKey: idempotencyKey,
                request: request.text,
                run: run.id,
                sequence: run.place.native
            )
            try await runs.store.saveKeyedAnswer(decision)
        }
        let answer: CallAnswer = decision == .approve ? .approval : .rejection(reason: nil)
        return try await self.answer(
            run.id,
            with: RunAnswers(decisions: [(action.call, answer)]),
            owner: client.owner,
            token: client.tokenID,
            isReading: true
        )
    }

    /// Returns the reader for a request whose message has decided a call before, at the first event after the decision.
    func reader(after decision: KeyedAnswer, token: String?) async throws -> RunReader {
        let last = decision.sequence > 0 ? decision.sequence - 1 : nil
        if let reader = try await reader(of: decision.run, after: last, owner: decision.owner, token: token) {
            return reader
        }
        // No event has followed the decision.
        return RunReader(stored: decision.run, store: runs.store)
    }
}
