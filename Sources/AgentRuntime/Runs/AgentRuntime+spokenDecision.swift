import AgentWire
import KeyVault

extension AgentRuntime {
    /// Takes a chat message for the answer to the approval that its conversation waits for, if the request allows that, the approval is
    /// the only thing that the conversation's run waits for, and the message is a plain yes or no.
    ///
    /// - Returns: The reader of that run, from its next event on; `nil` when the message is a turn like any other.
    /// - Throws: As ``answer(_:with:client:token:isReading:)``.
    func decision(in request: RunRequest, from client: Client) async throws -> RunReader? {
        guard case .chat(let chat) = request, chat.approveByMessage == true, let conversation = chat.conversation,
            let decision = SpokenDecision(chat.message),
            let run = runs.holder(of: .init(client: client.id, conversation: conversation)),
            let action = run.openActions.first, run.openActions.count == 1, action.kind == .approval
        else {
            return nil
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
}
