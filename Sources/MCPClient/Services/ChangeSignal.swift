import Synchronization

/// A signal that something changed, for one waiting task; several signals before a wait are one.
final class ChangeSignal: Sendable {
    private struct State {
        var isPending = false
        var waiter: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    /// Signals a change.
    func signal() {
        state.withLock { state in
            state.isPending = true
            state.waiter?.yield()
        }
    }

    /// Waits for a signal since the last wait.
    ///
    /// - Throws: `CancellationError`.
    func wait() async throws {
        // A new stream for each wait, because the cancellation of a wait ends its stream.
        let (stream, source) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.waiter = source
            if state.isPending { source.yield() }
        }
        defer { state.withLock { $0.waiter = nil } }
        for await _ in stream {
            state.withLock { $0.isPending = false }
            return
        }
        throw CancellationError()
    }
}
