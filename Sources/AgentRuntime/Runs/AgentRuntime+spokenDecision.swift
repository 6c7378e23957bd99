import Accounts
import AgentWire
import Phrasebook
import Storage

extension AgentRuntime {
    /// Takes a chat message for the answer to the approval that its conversation waits for, if the request allows that, the approval is
    /// the only thing that the conversation's run waits for, and the message is a plain yes or no.
    ///
    /// - Parameter idempotencyKey: The request's key, under which the decision is stored before it is carried out.
    /// - Returns: The reader of that run, from its next event on; `nil` when the message is a turn like any other.
    /// - Throws: As ``answer(_:with:client:token:isReading:)``.
    func decision(
        in request: RunRequest,
        from client: Client,
        _ idempotencyKey: String?
    ) async throws -> RunReader? {
        guard case .turn(let turn) = request, turn.approveByMessage == true, let conversation = turn.conversation.id,
            let decision = SpokenDecision(turn.message),
            let run = runs.holder(of: .init(client: client.id, conversation: conversation)),
            let action = run.openActions.first, run.openActions.count == 1, action.kind == .approval
        else {
            return nil
        }
        if let idempotencyKey {
            // A run that waits may be stored up to a second later.
            try await runs.store(run)
            let decision = KeyedAnswer(
                client: client.id,
                idempotencyKey: idempotencyKey,
                request: request.text,
                run: run.id,
                sequence: run.place.native
            )
            try await runs.store.keep(decision)
        }
        let answer: CallAnswer = decision == .approve ? .approval : .rejection(reason: nil)
        return try await self.answer(
            run.id,
            with: RunAnswers(decisions: [(action.call, answer)]),
            client: client.id,
            token: client.tokenID,
            isReading: true
        )
    }

    /// The reader for a request whose message has decided a call before, from the first event after that.
    func reader(after decision: KeyedAnswer, token: String?) async throws -> RunReader {
        let last = decision.sequence > 0 ? decision.sequence - 1 : nil
        if let reader = try await reader(of: decision.run, after: last, client: decision.client, token: token) {
            return reader
        }
        // Nothing has followed the decision.
        return RunReader(stored: decision.run, store: runs.store)
    }
}
