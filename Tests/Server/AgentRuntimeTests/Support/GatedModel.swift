import LanguageModels
import Synchronization

/// A model whose answers wait until it is opened.
final class GatedModel: LanguageModel {
    private struct State {
        var isOpen = false
        var waiters: [AsyncStream<Never>.Continuation] = []
        /// Those who wait for a call.
        var observers: [AsyncStream<Never>.Continuation] = []
    }

    private let state = Mutex(State())

    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }
    var executorConfiguration: Int { 0 }

    /// Returns when a call waits.
    func called() async {
        let (stream, end) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in if state.waiters.isEmpty { state.observers.append(end) } else { end.finish() } }
        for await _ in stream {}
    }

    /// Releases all answers, including those to later calls.
    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Waits until it is open.
    ///
    /// - Throws: `CancellationError`.
    func pass() async throws {
        await wait()
        try Task.checkCancellation()
    }

    private func wait() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        let isOpen = state.withLock { state in
            guard !state.isOpen else { return true }
            state.waiters.append(continuation)
            for observer in state.observers { observer.finish() }
            return false
        }
        if isOpen { return }
        for await _ in stream {}
    }

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: GatedModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            try await model.pass()
            await channel.send(.response(action: .appendText("opened")))
        }
    }
}
