import NIOCore
import Synchronization

/// A queue of streams with news for their event loop.
///
/// One call on the loop serves all that were queued together.
final class LoopOutbox: Sendable {
    private static let outboxes = LoopTable<LoopOutbox> { LoopOutbox($0) }

    private struct State {
        var added: [EventStreamPump] = []
        /// The pumps that work now; kept between calls for its memory.
        var current: [EventStreamPump] = []
    }

    private let eventLoop: any EventLoop
    private let state = Mutex(State())

    private init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Returns the outbox of an event loop; always the same one.
    static func of(_ eventLoop: any EventLoop) -> LoopOutbox { outboxes[eventLoop] }

    /// Queues a pump, which then works on the loop.
    func add(_ pump: EventStreamPump) {
        let isFirst = state.withLock { state in
            state.added.append(pump)
            return state.added.count == 1
        }
        if isFirst { eventLoop.execute { self.work() } }
    }

    /// Runs the queued pumps.
    private func work() {
        let pumps = state.withLock { state in
            swap(&state.added, &state.current)
            return state.current
        }
        for pump in pumps { pump.work() }
        state.withLock { $0.current.removeAll(keepingCapacity: true) }
    }
}
