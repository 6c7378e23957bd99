/// Runs an operation to its end, even if the caller's task is cancelled meanwhile or was cancelled before.
///
/// A cancelled task cannot write, because the store refuses its transactions. Three kinds of work must be written all the same:
///
/// - a change that is made in the store and then in memory, which must not end between the two;
/// - a change that a client started, which must not stop half done because the client disconnected;
/// - the last writes of a server that is stopping.
///
/// The operation runs in an unstructured task, and the caller waits for it, cancelled or not. The operation inherits the caller's priority
/// and task-local values, but not its cancellation.
///
/// - Returns: The result of the operation.
/// - Throws: The error of the operation.
public func uncancelled<Value: Sendable, Failure: Error>(
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await Task {
        do throws(Failure) {
            return .success(try await operation())
        } catch {
            return .failure(error)
        }
    }.value
    return try result.get()
}
