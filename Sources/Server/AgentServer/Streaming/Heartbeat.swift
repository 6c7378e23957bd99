import AgentRuntime
import NIOCore
import Synchronization

/// A timer that requests a heartbeat from a reader after a period of silence.
///
/// It runs on the connection's event loop: it costs no task, and almost nothing while there are events. Only ``ConnectionClock`` closes the
/// connection of a reader that accepts nothing.
final class Heartbeat: Sendable {
    private struct State {
        var timer: Scheduled<Void>?
        var lastWrite: NIODeadline
        var isOver = false
    }

    private let reader: RunReader
    private let channel: any Channel
    private let interval: TimeAmount
    private let state: Mutex<State>

    init(reader: RunReader, channel: any Channel, interval: Duration) {
        self.reader = reader
        self.channel = channel
        self.interval = TimeAmount(interval)
        state = Mutex(State(lastWrite: .now()))
        schedule(after: self.interval)
    }

    deinit { stop() }

    /// Restarts the interval after a write.
    func reset() { state.withLock { $0.lastWrite = .now() } }

    /// Stops the timer.
    func stop() {
        let timer = state.withLock { state in
            state.isOver = true
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
    }

    private func schedule(after delay: TimeAmount) {
        let timer = channel.eventLoop.scheduleTask(in: delay) { [weak self] in
            guard let self else { return }
            self.intervalElapsed()
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.timer = timer }
            return state.isOver
        }
        if isOver { timer.cancel() }
    }

    private func intervalElapsed() {
        let silence = state.withLock { NIODeadline.now() - $0.lastWrite }
        guard silence >= interval else { return schedule(after: interval - silence) }
        reader.requestHeartbeat()
        schedule(after: interval)
    }
}
