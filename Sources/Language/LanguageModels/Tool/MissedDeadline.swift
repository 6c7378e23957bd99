/// The error of an operation that exceeded its deadline.
struct MissedDeadline: Error {
    let deadline: Duration
}

/// Runs an operation and waits for it until the deadline or until the task is cancelled.
///
/// - Throws: ``MissedDeadline``; `CancellationError`; the error of the operation.
func withDeadline<Value: Sendable>(
    _ deadline: Duration,
    operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let (results, source) = AsyncStream<Result<Value, any Error>>.makeStream(bufferingPolicy: .bufferingOldest(1))
    // Unstructured, because a task group would wait for an operation that ignores its cancellation, and the turn would
    // wait with it. It is cancelled when this function returns; a late result of the operation is dropped.
    let work = Task {
        do {
            source.yield(.success(try await operation()))
        } catch {
            source.yield(.failure(error))
        }
    }
    let alarm = Alarms.shared.set(at: .now + deadline) {
        source.yield(.failure(MissedDeadline(deadline: deadline)))
    }
    defer {
        work.cancel()
        alarm.remove()
        source.finish()
    }
    for await result in results { return try result.get() }
    // The loop ends without a result only if this task is cancelled.
    throw CancellationError()
}
