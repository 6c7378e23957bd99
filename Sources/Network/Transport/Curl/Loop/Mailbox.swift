import Synchronization

/// A request of another thread to the thread of a driver.
enum DriverCommand: Sendable {
    case start(Transfer)
    case stop(Transfer)
    /// The reader has caught up.
    case resume(Transfer)
    /// The listener is set, or ready again.
    case deliver(Transfer)
    case shutdown
}

/// The queue of commands to a driver's thread, which it wakes; both sides hold it, so it exists as long as one of them uses it.
final class Mailbox: Sendable {
    private struct State {
        var commands: [DriverCommand] = []
        /// The reason for which no command is accepted any more.
        var refusal: TransportError?
    }

    private let state = Mutex(State())
    private let wakeEvent: WakeEvent?

    /// - Parameter wakeEvent: The signal on which the thread waits; `nil` when there will be no thread.
    init(waking wakeEvent: WakeEvent?) {
        self.wakeEvent = wakeEvent
    }

    /// Appends a command; returns the reason when no thread will ever read it.
    @discardableResult
    func post(_ command: DriverCommand) -> TransportError? {
        let (refusal, isFirst) = state.withLock { state in
            if let refusal = state.refusal { return (Optional(refusal), false) }
            state.commands.append(command)
            return (nil, state.commands.count == 1)
        }
        // One signal is enough for all commands that the thread has not read yet.
        if isFirst { wakeEvent?.raise() }
        return refusal
    }

    /// Removes and returns all commands, in order.
    func drain() -> [DriverCommand] {
        state.withLock { state in
            guard !state.commands.isEmpty else { return [] }
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Stops accepting commands; returns those that the thread has not read.
    func close(_ refusal: TransportError) -> [DriverCommand] {
        state.withLock { state in
            defer { state = State(refusal: state.refusal ?? refusal) }
            return state.commands
        }
    }
}
