import AgentWire

/// The answer to one call that a run waits for: it is found before the call's deadline, and delivered as often as needed.
struct ActionCall: Sendable {
    let service: ToriiService
    let run: String
    let action: RequiredAction
    let answerer: Answerer
    /// The time until the deadline.
    let remaining: Duration
    /// Whether the call cannot have been answered before.
    let isFirst: Bool
    let onNotice: (@Sendable (RunNotice) -> Void)?

    /// Answers the call.
    func perform() async {
        do throws(ToriiError) {
            if !isFirst, try await isAnswered() { return }
            guard let answer = await answerInTime(), !Task.isCancelled else { return }
            try await deliver(answer)
        } catch {
            if error.code != .canceled { onNotice?(.answerRefused(call: action.call, error)) }
        }
    }

    private func isAnswered() async throws(ToriiError) -> Bool {
        try await !service.run(run).actions.contains { $0.call == action.call }
    }

    /// Waits for the answer until the deadline and cancels a late answerer; `nil` if there is no answer.
    private func answerInTime() async -> CallAnswer? {
        await withTaskGroup(of: CallAnswer?.self) { group in
            group.addTask { await answerer.answer(action) }
            group.addTask {
                try? await service.requester.deadline(remaining)
                return nil
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
    }

    private func deliver(_ answer: CallAnswer) async throws(ToriiError) {
        do throws(ToriiError) {
            try await send(answer)
        } catch {
            guard error.status == 400, case .output = answer else { throw error }
            // The output does not have the tool's shape. Without this the run would wait until the deadline.
            try await send(.failure("The app's output was refused: \(error.problem?.detail ?? error.message)"))
        }
    }

    private func send(_ answer: CallAnswer) async throws(ToriiError) {
        let isOutput = action.kind == .clientTool
        do throws(ToriiError) {
            try await service.answer(
                run,
                with: RunAnswers(
                    outputs: isOutput ? [(action.call, answer)] : [],
                    decisions: isOutput ? [] : [(action.call, answer)]
                )
            )
        } catch  where error.status == 409 {
            // The deadline has passed, or another process of this client was faster: the run continues without this answer.
        }
    }
}
