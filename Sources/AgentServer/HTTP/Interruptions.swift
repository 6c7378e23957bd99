import AgentWire
import ServiceLifecycle

/// What may end the work for a request before it is done: its sender hangs up, or the server stops.
struct Interruptions: Sendable {
    let hangUp: HangUpSignal
    /// How long work may go on after the server was told to stop.
    let grace: Duration

    private enum Cause {
        case hangUp
        case shutdown
    }

    /// Runs `operation` and cancels it when it is interrupted.
    ///
    /// The calling task is not cancelled, so it can still answer.
    ///
    /// - Throws: `CancellationError` after a hang-up; ``Problem`` of kind `shutting-down` when the server stops; what `operation`
    ///   threw.
    func cancelling<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Outcome<Value>.self) { group in
            defer { group.cancelAll() }
            group.addTask { .done(try await operation()) }
            group.addTask {
                await hangUp.wait()
                return .interrupted(.hangUp)
            }
            group.addTask {
                try await gracefulShutdown()
                // The grace itself: the only reason to sleep here.
                try await Task.sleep(for: grace)
                return .interrupted(.shutdown)
            }
            switch try await group.next() {
            case .done(let value): return value
            case .interrupted(.shutdown):
                throw Problem(.shuttingDown, detail: "the server was stopped before this was done; send it again")
            case .interrupted(.hangUp), nil: throw CancellationError()
            }
        }
    }

    private enum Outcome<Value: Sendable>: Sendable {
        case done(Value)
        case interrupted(Cause)
    }
}
