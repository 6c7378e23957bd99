import AgentRuntime
import AgentWire
import NIOCore
import Synchronization

/// Writes a run's events to a connection as they come: on the connection's event loop, by plain calls, with no task woken for them.
///
/// A connection that cannot be written to is left alone until it can; its reader is behind then, and reads on from the run's log.
final class EventStreamPump: Sendable {
    /// Why it does not go on by itself.
    enum Pause {
        /// Everything is written.
        case over
        /// The reader was closed.
        case closed
        /// The next events are in the store only.
        case behind
    }

    fileprivate struct State {
        var encoder: any RunEncoder
        var buffer = ByteBuffer()
        // Empty but during a call; it stays for its memory.
        var frames: [UInt8] = []
        var waiter: CheckedContinuation<Pause, Never>?
    }

    private let reader: RunReader
    private let handler: NIOLoopBound<EventStreamHandler>
    private let eventLoop: any EventLoop
    private let heartbeat: Heartbeat
    private let state: Mutex<State>

    /// A pump for the connection whose event loop this is called on.
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
        handler.begin { [weak self] in self?.work() }
        let outbox = LoopOutbox.of(eventLoop)
        reader.listen { [weak self] in
            if let self { outbox.add(self) }
        }
    }

    /// Writes until it cannot go on by itself.
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

    /// The frames of events that were read from the store, and whether they are the last ones.
    func frames(of lines: [UInt8]) -> (frames: [UInt8], isLast: Bool) {
        state.withLock { state in
            var frames: [UInt8] = []
            state.encoder.encode(lines, into: &frames)
            return (frames, state.encoder.isOver)
        }
    }

    /// Writes what there is, on the event loop.
    func work() {
        let handler = handler.value
        // One that was closed is told of it, whether or not its connection takes anything.
        while handler.isWritable || reader.isClosed, state.withLock({ $0.waiter != nil }) {
            let news = reader.news()
            guard news != .nothing else { return }
            let step = state.withLock { $0.take(news) }
            if let bytes = step.bytes {
                handler.write(bytes)
                heartbeat.said()
            }
            if let pause = step.pause {
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
    /// What is to be written of news, and whether the pump rests after that.
    fileprivate mutating func take(_ news: RunNews) -> (bytes: ByteBuffer?, pause: EventStreamPump.Pause?) {
        switch news {
        case .events(let lines, _):
            frames.removeAll(keepingCapacity: true)
            encoder.encode(lines, into: &frames)
            // Some events have no frame in this dialect.
            return (frames.isEmpty ? nil : piece(frames), encoder.isOver ? .over : nil)
        case .quiet: return (piece(encoder.heartbeat), nil)
        case .behind: return (nil, .behind)
        case .over: return (nil, .over)
        case .closed: return (nil, .closed)
        case .nothing: return (nil, nil)
        }
    }

    /// The bytes in the buffer that was written before, if nobody holds it any more.
    private mutating func piece(_ bytes: [UInt8]) -> ByteBuffer {
        buffer.clear()
        buffer.writeBytes(bytes)
        return buffer
    }
}
