import Synchronization

/// What the other threads want of a driver's.
enum DriverCommand: Sendable {
    case start(Transfer)
    case stop(Transfer)
    /// The reader has caught up.
    case resume(Transfer)
    /// The listener is there, or ready again.
    case handOver(Transfer)
    case shutdown
}

/// Brings commands to a driver's thread and wakes it; held by both sides, so that neither outlives what it uses.
final class Mailbox: Sendable {
    private struct State {
        var commands: [DriverCommand] = []
        /// Why nothing is taken any more.
        var refusal: TransportError?
    }

    private let state = Mutex(State())
    private let wakeSignal: WakeSignal?

    /// - Parameter wakeSignal: What the thread waits for; `nil` when there will be no thread.
    init(waking wakeSignal: WakeSignal?) {
        self.wakeSignal = wakeSignal
    }

    /// Leaves a command; gives the reason when nobody will ever read it.
    @discardableResult
    func post(_ command: DriverCommand) -> TransportError? {
        let (refusal, isFirst) = state.withLock { state in
            if let refusal = state.refusal { return (Optional(refusal), false) }
            state.commands.append(command)
            return (nil, state.commands.count == 1)
        }
        // One call is enough for all commands that the thread has not fetched yet.
        if isFirst { wakeSignal?.raise() }
        return refusal
    }

    /// All commands since the last call, in order.
    func drain() -> [DriverCommand] {
        state.withLock { state in
            guard !state.commands.isEmpty else { return [] }
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// The thread stops to listen; gives the commands that it has not seen.
    func close(_ refusal: TransportError) -> [DriverCommand] {
        state.withLock { state in
            defer { state = State(refusal: state.refusal ?? refusal) }
            return state.commands
        }
    }
}
