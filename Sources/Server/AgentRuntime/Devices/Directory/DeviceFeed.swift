import Foundation
import Synchronization

/// The events of one device in this process, numbered, for readers that attach at any time.
///
/// The first number is the time in milliseconds, so the numbers of a later process are higher, and a reader with a number of an
/// earlier one is recognized. The events are a view of calls that are stored; a reader that has missed some reads the calls instead.
final class DeviceFeed: Sendable {
    // One process: an event is shown to the readers of the process that made it.
    private struct State {
        /// The number of the first event that is kept.
        var first: Int
        var events: [DeviceEvent] = []
        var readers: [Int: (app: String?, signal: AsyncStream<Void>.Continuation)] = [:]
        var lastReader = 0
        var isFinished = false

        var end: Int { first + events.count }
    }

    private let state: Mutex<State>

    /// The most events that are kept for a reader that returns.
    private static let kept = 256

    init(at time: Date) { state = Mutex(State(first: Int(time.timeIntervalSince1970 * 1000))) }

    /// The number of the next event.
    var end: Int { state.withLock(\.end) }

    /// Adds an event and wakes the readers.
    func append(_ event: DeviceEvent) {
        let signals = state.withLock { state in
            state.events.append(event)
            if state.events.count > Self.kept {
                state.first += state.events.count - Self.kept
                state.events.removeFirst(state.events.count - Self.kept)
            }
            return state.readers.values.map(\.signal)
        }
        for signal in signals { signal.yield() }
    }

    /// Adds a reader; returns its number and a stream that wakes it.
    func attach(app: String?) -> (reader: Int, wakes: AsyncStream<Void>, signal: AsyncStream<Void>.Continuation) {
        let (wakes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let reader = state.withLock { state in
            state.lastReader += 1
            if state.isFinished { signal.finish() } else { state.readers[state.lastReader] = (app, signal) }
            return state.lastReader
        }
        return (reader, wakes, signal)
    }

    /// Removes a reader.
    func detach(_ reader: Int) {
        state.withLock { $0.readers.removeValue(forKey: reader)?.signal }?.finish()
    }

    /// Ends the streams of all readers, because the device was removed or the server stops.
    func finish() {
        let signals = state.withLock { state in
            defer { state.readers = [:] }
            state.isFinished = true
            return state.readers.values.map(\.signal)
        }
        for signal in signals { signal.finish() }
    }

    /// Returns the events from a number on for an app, and the number after them; `nil` if some of them are not kept.
    func events(from number: Int, app: String?) -> (events: [(number: Int, event: DeviceEvent)], end: Int)? {
        state.withLock { state in
            guard number >= state.first, number <= state.end else { return nil }
            let events = state.events[(number - state.first)...].enumerated().map { (number + $0.offset, $0.element) }
            return (events.filter { app == nil || $0.1.app == nil || $0.1.app == app }, state.end)
        }
    }

    /// Whether an app, or any app, holds a stream.
    func hasReader(for app: String?) -> Bool {
        state.withLock { state in state.readers.values.contains { $0.app == nil || app == nil || $0.app == app } }
    }
}
