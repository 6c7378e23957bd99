import AgentRuntime
import AgentWire
import NIOCore
import Synchronization

/// A writer of a run's events to a connection, by synchronous calls on the connection's event loop; no task wakes for an event.
///
/// While the connection is not writable nothing is read; the reader falls behind, and continues from the run's log.
final class EventStreamPump: Sendable {
    /// The reason why it needs its task.
    enum Pause {
        /// All events are written.
        case over
        /// The reader was closed.
        case closed
        /// The next events are in the store only.
        case behind
    }

    fileprivate struct State {
        var encoder: any RunEncoder
        // Empty except during a call; kept for its memory.
        var frames: [UInt8] = []
        var waiter: CheckedContinuation<Pause, Never>?
    }

    private let reader: RunReader
    private let handler: NIOLoopBound<EventStreamHandler>
    private let eventLoop: any EventLoop
    private let heartbeat: Heartbeat
    private let state: Mutex<State>

    /// Makes a pump; must be called on the connection's event loop.
    init(
        _ reader: RunReader,
        _ encoder: any RunEncoder,
        to handler: EventStreamHandler,
        on eventLoop: any EventLoop,
        _ heartbeat: Heartbeat
    ) {
        self.reader = reader
        self.handler = NIOLoopBound(handler, eventLoop: eventLoop)
        self.eventLoop = eventLoop
        self.heartbeat = heartbeat
        state = Mutex(State(encoder: encoder))
        let outbox = LoopOutbox.of(eventLoop)
        // Later, because a connection may become writable in the middle of a write.
        handler.begin { [weak self] in
            if let self { outbox.add(self) }
        }
        reader.listen { [weak self] in
            if let self { outbox.add(self) }
        }
    }

    /// Writes events until the task is needed.
    func run() async -> Pause {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                state.withLock { $0.waiter = waiter }
                eventLoop.execute { self.work() }
            }
        } onCancel: {
            reader.close()
        }
    }

    /// Encodes events that were read from the store; also returns whether they are the last ones.
    func frames(of lines: [UInt8]) -> (frames: [UInt8], isLast: Bool) {
        state.withLock { state in
            var frames: [UInt8] = []
            state.encoder.encode(lines, into: &frames)
            return (frames, state.encoder.isOver)
        }
    }

    /// Writes the new events; must be called on the event loop.
    func work() {
        let handler = handler.value
        // A closed reader ends the stream whether or not the connection is writable.
        while handler.isWritable || reader.isClosed, state.withLock({ $0.waiter != nil }) {
            let news = reader.news()
            guard news != .nothing else { return }
            let (bytes, pause) = state.withLock { $0.encode(news) }
            if let bytes, !bytes.isEmpty {
                // Outside the lock, because the connection may call back.
                handler.write(bytes)
                heartbeat.said()
            }
            state.withLock { $0.reuse(bytes) }
            if let pause {
                if pause != .behind { handler.end() }
                return end(pause)
            }
        }
    }

    private func end(_ pause: Pause) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: pause)
    }
}

extension EventStreamPump.State {
    /// Returns the frames of news, and a reason if the task is needed after them.
    fileprivate mutating func encode(_ news: RunNews) -> (frames: [UInt8]?, pause: EventStreamPump.Pause?) {
        switch news {
        case .events(let lines, _):
            var written: [UInt8] = []
            swap(&written, &frames)
            encoder.encode(lines, into: &written)
            return (written, encoder.isOver ? .over : nil)
        case .quiet: return (encoder.heartbeat, nil)
        case .behind: return (nil, .behind)
        case .over: return (nil, .over)
        case .closed: return (nil, .closed)
        case .nothing: return (nil, nil)
        }
    }

    /// Keeps the memory of frames that were written.
    fileprivate mutating func reuse(_ written: consuming [UInt8]?) {
        guard var written, written.capacity <= Self.mostKeptBytes else { return }
        written.removeAll(keepingCapacity: true)
        frames = written
    }

    /// The largest buffer that a stream keeps between two pieces.
    private static var mostKeptBytes: Int { 4096 }
}
