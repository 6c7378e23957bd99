import AgentTools
import AgentWire
import LanguageModels
import Storage

extension TurnWork {
    /// Returns the end of a run whose model has refused to answer.
    ///
    /// The model's words are the answer, and stay in the conversation, so that the next turn has them.
    ///
    /// - Returns: `nil` for any other error. Also `nil` where the client expects a value and receives nothing else, and where it has
    ///   received the start of a call.
    func refusal(
        _ error: any Error,
        of run: LiveRun,
        in session: LanguageModelSession,
        after history: History,
        _ late: LateOutputs,
        _ spent: WireUsage
    ) -> LiveRun.Ending? {
        guard case LanguageModelError.refusal(let refusal) = error,
            request.format == nil || request.valueText.isShownByText
        else { return nil }
        let text =
            refusal.explanationText.isEmpty
            ? request.context.caller.text("The model declined to answer.", "モデルは回答を控えました。")
            : refusal.explanationText
        guard let events = run.events(forRefusal: text), run.workEnded(hasAnswer: true) == .completed else {
            return nil
        }
        let answer = RunAnswer(text: text, artifacts: run.artifacts, finishReason: .stop, isRefusal: true)
        let response = Transcript.Entry.response(.init(segments: [.text(.init(content: text))]))
        return LiveRun.Ending(
            status: .completed,
            events: events + [.answered(answer), .completed(usage: spent)],
            turn: commit(
                added(to: session, after: history.storedCount) + [response],
                of: run,
                after: history.position,
                seeing: late
            )
        )
    }
}
