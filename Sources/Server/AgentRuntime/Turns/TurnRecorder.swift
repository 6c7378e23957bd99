import AgentWire
import LanguageModels
import Synchronization

/// Appends a session's steps to its run: text with synchronous calls on the thread that received it, other steps from the turn's task.
final class TurnRecorder: Sendable {
    fileprivate struct State {
        var growing: GrowingAnswer?
        var valueText: ValueText
    }

    private let run: LiveRun
    private let meter: TurnMeter
    private let state: Mutex<State>

    /// - Parameters:
    ///   - format: The schema that the answer must fit; `nil` for text.
    ///   - valueText: The rule for sending the text of such an answer.
    init(_ run: LiveRun, meter: TurnMeter, format: AnswerFormat?, valueText: ValueText) {
        self.run = run
        self.meter = meter
        let growing = format.map { GrowingAnswer(isWrapped: $0.isWrapped) }
        state = Mutex(State(growing: growing, valueText: valueText))
    }

    /// Appends a step, and waits while the store is far behind.
    func append(_ step: SessionEvent) async throws {
        if case .toolFinished(let outcome) = step { meter.toolEnded(outcome) }
        appendSteps([step])
        try await run.waitForStore()
    }

    /// Appends text.
    ///
    /// - Parameter resume: Called once the store has caught up, if the answer is ``GenerationDemand/hold``.
    /// - Throws: ``Problem`` when the store has persisted nothing for a long time.
    func appendText(_ steps: [SessionEvent], orCall resume: @escaping @Sendable () -> Void) throws -> GenerationDemand {
        appendSteps(steps)
        return try run.holdsForStore(orCall: resume) ? .hold : .more
    }

    private func appendSteps(_ steps: [SessionEvent]) {
        state.withLock { state in
            guard state.growing != nil else {
                return run.append { items, events in
                    for step in steps { items.append(step, to: &events) }
                }
            }
            for step in steps { state.append(step, to: run) }
        }
    }

    /// Returns the events that complete a structured answer.
    ///
    /// - Throws: ``Problem`` when the text that was sent as it arrived differs from the checked value.
    func end(_ answer: StructuredAnswer?) throws(Problem) -> [RunEvent] {
        let (valueText, growing) = state.withLock { ($0.valueText, $0.growing) }
        let rest = try valueText.end(answer)
        guard let answer, var growing else { return [] }
        return run.events(forValue: rest)
            + (valueText.isShownByText ? [.objectCompleted(answer)] : growing.finish(answer))
    }
}

extension TurnRecorder.State {
    /// Appends a step of a structured answer, which is shown by its value and not by its text.
    fileprivate mutating func append(_ step: SessionEvent, to run: LiveRun) {
        let grown = growing?.apply(step) ?? []
        let text = valueText.apply(step)
        let isShownByText = valueText.isShownByText
        // An answer that is shown by its value has no place for the words of a refusal: the run ends with a problem.
        if case .refusalDelta = step, !isShownByText { return }
        run.append { items, events in
            if isShownByText { items.append(value: text, to: &events) } else { events += grown }
            if case .textDelta = step { return }
            items.append(step, to: &events)
        }
    }
}
