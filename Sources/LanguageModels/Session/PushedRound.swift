import Synchronization

/// A round whose events are taken by plain calls, on the thread that brings them; its text is passed on there and then.
final class PushedRound: GenerationSink {
    fileprivate struct State {
        var assembler: RoundAssembler
        /// What is to be passed on; empty but during a call.
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

    func take(
        _ events: [LanguageModelExecutorGenerationChannel.Event],
        orCall goOn: @escaping @Sendable () -> Void
    ) -> GenerationDemand {
        // The listener is called under the lock, so that after `close()` nothing more is told.
        let demand = state.withLock { $0.take(events, onText, orCall: goOn) }
        if demand == .done { end.signal() }
        return demand
    }

    /// Waits until ``stop()`` is called, the round has failed, or the task is cancelled.
    func wait() async { await end.wait() }

    /// The executor has ended, or is to be stopped.
    func stop() { end.signal() }

    /// Nothing is taken any more.
    ///
    /// - Returns: What has come, and why the round has failed, if it has.
    @discardableResult
    func close() -> (assembler: RoundAssembler, failure: (any Error)?) {
        state.withLock { state in
            state.isClosed = true
            return (state.assembler, state.failure)
        }
    }
}

extension PushedRound.State {
    fileprivate mutating func take(
        _ events: [LanguageModelExecutorGenerationChannel.Event],
        _ onText: LanguageModelSession.Configuration.TextListener,
        orCall goOn: @escaping @Sendable () -> Void
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
        // What came before an error is told as well.
        if !steps.isEmpty {
            do { demand = try onText(steps, goOn) } catch { failure = failure ?? error }
            steps.removeAll(keepingCapacity: true)
        }
        guard failure == nil else {
            isClosed = true
            return .done
        }
        return demand
    }
}
