import Synchronization

/// A notifier of any number of readers, each of which has its own stream.
///
/// Nothing is stored for later readers.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var lastID = 0
        var readers: [Int: @Sendable (Value) -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Makes a notifier without readers.
    package init() {}

    /// Returns the values from now on; the stream ends when it is released or when the task that waits for it is cancelled.
    ///
    /// - Parameters:
    ///   - buffering: The values that wait for a slow reader.
    ///   - element: Returns the stream's element for a value; `nil` for a value that the reader does not want.
    package func stream<Element: Sendable>(
        buffering: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded,
        _ element: @escaping @Sendable (Value) -> Element?
    ) -> AsyncStream<Element> {
        let (stream, source) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: buffering)
        let id = state.withLock { state in
            state.lastID += 1
            state.readers[state.lastID] = { if let element = element($0) { source.yield(element) } }
            return state.lastID
        }
        source.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.readers.removeValue(forKey: id) } }
        return stream
    }

    /// Sends a value to all readers.
    package func notify(_ value: Value) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader(value) }
    }

    /// The number of readers.
    package var count: Int { state.withLock { $0.readers.count } }
}
