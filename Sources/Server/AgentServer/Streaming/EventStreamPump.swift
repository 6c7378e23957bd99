import AgentRuntime
import AgentWire
import NIOCore
import Synchronization

/// A writer of a run's events to a connection, by synchronous calls on the connection's event loop.
///
/// No task wakes up for an event. While the connection is not writable, nothing is read. The reader falls behind and continues later from
/// the run's log.
final class EventStreamPump: Sendable {
    /// The reason why the pump stops and its task must act.
    enum Pause {
        /// All events are written.
        case over
        /// The reader was closed.
        case closed
        /// The next events are only in the store.
        case behind
    }

    fileprivate struct State {
        var encoder: any RunEncoder
        // Empty except during a call, and kept for its memory.
        var frames: [UInt8] = []
        var waiter: CheckedContinuation<Pause, Never>?
        /// Whether there is a waiter.
        ///
        /// Without one the pump does nothing.
        var isAtWork = false
    }

    private let reader: RunReader
    private let handler: NIOLoopBound<EventStreamHandler>
    private let eventLoop: any EventLoop
    private let heartbeat: Heartbeat
    private let state: Mutex<State>

    /// Creates a pump; must be called on the connection's event loop.
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
        // The work is queued, because a connection may become writable in the middle of a write.
        handler.start { [weak self] in
            if let self { outbox.add(self) }
        }
        reader.listen { [weak self] in
            if let self { outbox.add(self) }
        }
    }

    /// Writes events until the task must act.
    func run() async -> Pause {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                state.withLock { state in
                    state.waiter = waiter
                    state.isAtWork = true
                }
                eventLoop.execute { self.work() }
            }
        } onCancel: {
            reader.close()
        }
    }

    /// Encodes events from the store.
    ///
    /// Also returns whether they are the last ones.
    func frames(of lines: [UInt8]) -> (frames: [UInt8], isLast: Bool) {
        state.withLock { state in
            var frames: [UInt8] = []
            state.encoder.encode(lines, into: &frames)
            return (frames, state.encoder.isOver)
        }
    }

    /// Encodes the end of a stream whose reader may no longer read.
    func frames(ofFailure problem: Problem) -> [UInt8] {
        var lines: [UInt8] = []
        RunEventLine.append(.failed(problem), to: &lines)
        return frames(of: lines).frames
    }

    /// Writes the new events; must be called on the event loop.
    func work() {
        let handler = handler.value
        // A closed reader ends the stream even if the connection is not writable.
        while handler.isWritable || reader.isClosed, state.withLock(\.isAtWork) {
            let news = reader.news()
            guard news != .nothing else { return }
            var frames: [UInt8] = []
            let pause = state.withLock { $0.encode(news, into: &frames) }
            if !frames.isEmpty {
                // This is outside the lock, because the connection may call back.
                handler.write(frames)
                heartbeat.reset()
            }
            state.withLock { $0.reuse(&frames) }
            if let pause {
                if pause != .behind { handler.stop() }
                return end(pause)
            }
        }
    }

    private func end(_ pause: Pause) {
        let waiter = state.withLock { state in
            defer {
                state.waiter = nil
                state.isAtWork = false
            }
            return state.waiter
        }
        waiter?.resume(returning: pause)
    }
}

extension EventStreamPump.State {
    /// Appends the frames of news; returns a reason if the task must act after them.
    ///
    /// - Parameter written: An empty array. It receives the frames in the memory that is kept for them.
    fileprivate mutating func encode(_ news: RunNews, into written: inout [UInt8]) -> EventStreamPump.Pause? {
        switch news {
        case .events(let lines, _):
            swap(&written, &frames)
            encoder.encode(lines, into: &written)
            return encoder.isOver ? .over : nil
        case .quiet:
            written = encoder.heartbeat
            return nil
        case .behind: return .behind
        case .over: return .over
        case .closed: return .closed
        case .nothing: return nil
        }
    }

    /// Keeps the memory of written frames.
    fileprivate mutating func reuse(_ written: inout [UInt8]) {
        written.removeAll(keepingCapacity: written.capacity <= Self.mostKeptBytes)
        swap(&written, &frames)
    }

    /// The maximum size of a buffer that is kept between two pieces, in bytes.
    private static var mostKeptBytes: Int { 4096 }
}
