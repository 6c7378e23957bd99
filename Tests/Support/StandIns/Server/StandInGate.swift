import Synchronization

/// A gate that a test opens once; tasks wait at it until then.
public final class StandInGate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [AsyncStream<Never>.Continuation] = []
    }

    private let state = Mutex(State())

    /// Makes a closed gate.
    public init() {}

    /// Opens the gate permanently.
    public func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Returns when the gate is open, or when the task is cancelled.
    public func wait() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        let isOpen = state.withLock { state in
            if !state.isOpen { state.waiters.append(continuation) }
            return state.isOpen
        }
        if isOpen { return }
        for await _ in stream {}
    }
}
