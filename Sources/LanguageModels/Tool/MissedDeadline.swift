/// An operation did not end in time.
struct MissedDeadline: Error {
    let deadline: Duration
}

/// Runs an operation, but waits for it no longer than this, nor once the task is cancelled.
///
/// - Throws: ``MissedDeadline``; `CancellationError`; what the operation threw.
func withDeadline<Value: Sendable>(
    _ deadline: Duration,
    operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let (results, source) = AsyncStream<Result<Value, any Error>>.makeStream(bufferingPolicy: .bufferingOldest(1))
    // Unstructured, because a group would wait for an operation that does not heed its cancellation, and then so would the turn.
    // Both are cancelled on the way out; what such an operation still gives goes nowhere.
    let work = Task {
        do {
            source.yield(.success(try await operation()))
        } catch {
            source.yield(.failure(error))
        }
    }
    let timer = Task {
        // The deadline itself: the only reason to sleep here.
        try await Task.sleep(for: deadline)
        source.yield(.failure(MissedDeadline(deadline: deadline)))
    }
    defer {
        work.cancel()
        timer.cancel()
        source.finish()
    }
    for await result in results { return try result.get() }
    // Iteration ends early only when this task is cancelled.
    throw CancellationError()
}
