import AgentWire
import ServiceLifecycle

/// The events that end the work for a request early: its caller disconnects or may no longer read, or the server stops.
struct Interruptions: Sendable {
    let disconnect: CallerPresence
    /// The time for which work may continue after the server was asked to stop.
    let grace: Duration

    private enum Cause {
        case caller(CallerPresence.End)
        case shutdown
    }

    /// Runs `operation`, and cancels it at the first interruption.
    ///
    /// The calling task is not cancelled, so it can still respond.
    ///
    /// - Throws: `CancellationError` after a disconnect; ``Problem`` of kind `shutting-down` when the server stops, and the one of a
    ///   token that has ended; the error of `operation`.
    func run<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Outcome<Value>.self) { group in
            defer { group.cancelAll() }
            group.addTask { .done(try await operation()) }
            group.addTask {
                guard let end = await disconnect.wait() else { throw CancellationError() }
                return .interrupted(.caller(end))
            }
            group.addTask {
                try await gracefulShutdown()
                // The shutdown grace is the reason to sleep here.
                try await Task.sleep(for: grace)
                return .interrupted(.shutdown)
            }
            switch try await group.next() {
            case .done(let value): return value
            case .interrupted(.shutdown):
                throw Problem(
                    .shuttingDown,
                    detail: "the server stopped before this request was complete; send it again"
                )
            case .interrupted(.caller(.refused(let loss))): throw loss.problem
            case .interrupted(.caller(.disconnected)), nil: throw CancellationError()
            }
        }
    }

    private enum Outcome<Value: Sendable>: Sendable {
        case done(Value)
        case interrupted(Cause)
    }
}
