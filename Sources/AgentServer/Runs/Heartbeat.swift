import AgentRuntime
import NIOCore
import Synchronization

/// Pokes a reader when nothing has been said for some time.
///
/// A timer of the connection's event loop: it costs no task, and nothing while events come. ``ConnectionClock`` alone closes the
/// connection of a reader that accepts nothing.
final class Heartbeat: Sendable {
    private struct State {
        var timer: Scheduled<Void>?
        var lastSaid: NIODeadline
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
        state = Mutex(State(lastSaid: .now()))
        schedule(after: self.interval)
    }

    deinit { stop() }

    /// Something was said just now.
    func said() { state.withLock { $0.lastSaid = .now() } }

    /// Pokes no more.
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
            self.timeHasCome()
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.timer = timer }
            return state.isOver
        }
        if isOver { timer.cancel() }
    }

    private func timeHasCome() {
        let silence = state.withLock { NIODeadline.now() - $0.lastSaid }
        guard silence >= interval else { return schedule(after: interval - silence) }
        reader.requestHeartbeat()
        schedule(after: interval)
    }
}
