import Synchronization

/// A round that receives its events by synchronous calls and passes its text on during the same call, on the same
/// thread.
final class PushedRound: GenerationSink {
    fileprivate struct State {
        var assembler: RoundAssembler
        /// The events to pass on; empty except during a call.
        var steps: [SessionEvent] = []
        var failure: (any Error)?
        var isClosed = false
    }

    private let state: Mutex<State>
    private let onText: LanguageModelSession.Configuration.TextListener
    private let end = OneTimeSignal()

    init(_ assembler: RoundAssembler, onText: @escaping LanguageModelSession.Configuration.TextListener) {
        state = Mutex(State(assembler: assembler))
        self.onText = onText
    }

    func accept(
        _ events: [LanguageModelExecutorGenerationChannel.Event],
        orCall resume: @escaping @Sendable () -> Void
    ) -> GenerationDemand {
        // The listener is called under the lock, so that it is never called after `close()`.
        let demand = state.withLock { $0.accept(events, onText, orCall: resume) }
        if demand == .done { end.signal() }
        return demand
    }

    /// Waits until ``stop()``, a failure of the round, or the cancellation of the task.
    func wait() async { await end.wait() }

    /// Ends ``wait()``, because the executor has ended or must be stopped.
    func stop() { end.signal() }

    /// Closes the round; later events are dropped.
    ///
    /// - Returns: The round so far, and the error that ended it.
    @discardableResult
    func close() -> (assembler: RoundAssembler, failure: (any Error)?) {
        state.withLock { state in
            state.isClosed = true
            return (state.assembler, state.failure)
        }
    }
}

extension PushedRound.State {
    fileprivate mutating func accept(
        _ events: [LanguageModelExecutorGenerationChannel.Event],
        _ onText: LanguageModelSession.Configuration.TextListener,
        orCall resume: @escaping @Sendable () -> Void
    ) -> GenerationDemand {
        guard !isClosed else { return .done }
        do {
            for event in events {
                if let step = try assembler.apply(event) { steps.append(step) }
            }
        } catch {
            failure = error
        }
        var demand = GenerationDemand.more
        // The events before an error are passed on too.
        if !steps.isEmpty {
            do { demand = try onText(steps, resume) } catch { failure = failure ?? error }
            steps.removeAll(keepingCapacity: true)
        }
        guard failure == nil else {
            isClosed = true
            return .done
        }
        return demand
    }
}
