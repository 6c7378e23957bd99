import Synchronization

/// The elements that tasks add, in their order.
final class Recorder<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// A signal that is given once, and that one task waits for.
final class Signal: Sendable {
    private let (stream, source) = AsyncStream.makeStream(of: Never.self)

    /// Gives the signal.
    func give() { source.finish() }

    /// Waits for the signal, or until the task is cancelled.
    func wait() async throws {
        for await _ in stream {}
        try Task.checkCancellation()
    }
}
