/// Performs an operation within a time limit.
///
/// - Throws: ``MCPFailure`` with the code `timedOut`; the errors of the operation.
func withMCPDeadline<Value: Sendable>(
    _ deadline: Duration,
    of server: String,
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(for: deadline)
            throw MCPFailure(.timedOut, of: server, "it did not answer within \(deadline.components.seconds) seconds")
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
