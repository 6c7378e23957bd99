/// A signal that stops one task of a group; the group itself can only cancel all of them.
struct StopSignal: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: Never.self) }

    /// Sends the signal.
    func stop() { continuation.finish() }

    /// Runs `body`, and cancels it when the signal arrives.
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
            // A stopped body still has to end, and its error is the result.
            while let isBody = try await group.next() {
                if isBody { return }
                group.cancelAll()
            }
        }
    }
}
