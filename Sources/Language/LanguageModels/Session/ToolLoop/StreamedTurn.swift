import Synchronization

/// A turn in a task of its own: it starts with the reader's first request and does not run ahead of the reader.
final class StreamedTurn: Sendable {
    typealias Perform =
        @Sendable (_ onStep: (TurnStep) async throws -> Void) async throws -> LanguageModelSession.Turn

    private enum State {
        case new
        case running(Task<Void, Never>)
        case over(Result<LanguageModelSession.Turn, any Error>)
    }

    private let steps = BoundedChannel<TurnStep>()
    private let state = Mutex(State.new)
    private let perform: Perform
    private let freeSession: @Sendable () -> Void

    /// - Parameters:
    ///   - perform: Runs the turn.
    ///   - abandon: Frees the session if the reader leaves before the end.
    init(perform: @escaping Perform, abandon: @escaping @Sendable () -> Void) {
        self.perform = perform
        freeSession = abandon
    }

    /// Returns the ended turn.
    ///
    /// - Throws: The error that ended the turn; `CancellationError` if the turn did not reach its end.
    func result() throws -> LanguageModelSession.Turn {
        guard case .over(let result) = state.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }

    private func begin() {
        state.withLock { state in
            guard case .new = state else { return }
            // Unstructured, because the reader pulls events while the turn must run between the pulls. The task ends
            // with its reader, and the channel's bound keeps it from running ahead.
            state = .running(Task { await run() })
        }
    }

    private func run() async {
        let result: Result<LanguageModelSession.Turn, any Error>
        do {
            result = .success(try await perform { step in await steps.send(step) })
        } catch {
            result = .failure(error)
        }
        state.withLock { state in
            if case .running = state { state = .over(result) }
        }
        // After the result is stored, because a reader that finds the channel ended looks for it.
        steps.finish()
    }

    fileprivate func next() async throws -> TurnStep? {
        begin()
        let step = await withTaskCancellationHandler {
            await steps.next()
        } onCancel: {
            abandon()
        }
        if let step, !Task.isCancelled { return step }
        _ = try result()
        return nil
    }

    /// Cancels the model and the tools after the reader has left, and frees the session at once, because they may need
    /// time to notice.
    fileprivate func abandon() {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard case .running(let task) = state else { return nil }
            state = .over(.failure(CancellationError()))
            return task
        }
        guard let task else { return }
        task.cancel()
        steps.cancel()
        freeSession()
    }

    /// A reader of a turn; releasing it before the end cancels the turn.
    final class Reader: Sendable {
        let turn: StreamedTurn

        init(_ turn: StreamedTurn) { self.turn = turn }

        deinit { turn.abandon() }

        func next() async throws -> TurnStep? { try await turn.next() }
    }
}
