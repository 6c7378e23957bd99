/// Tells one of several tasks of a group to stop, which the group itself can only tell all of them.
struct StopSignal: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: Never.self) }

    /// Tells it.
    func stop() { continuation.finish() }

    /// Runs `body`, and cancels it when it is told to stop.
    func running(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            group.addTask {
                for await _ in stream {}
                return false
            }
            defer { group.cancelAll() }
            // Stopped, it still has to end, and its error is what comes of it.
            while let isBody = try await group.next() {
                if isBody { return }
                group.cancelAll()
            }
        }
    }
}
