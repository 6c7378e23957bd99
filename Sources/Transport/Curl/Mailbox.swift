import CCurl
import Synchronization

/// What the other threads want of the driver's.
enum DriverCommand: Sendable {
    case start(Transfer)
    case stop(Transfer)
    /// The reader has caught up.
    case resume(Transfer)
    case shutdown
}

/// The multi handle, good for one thing only.
///
/// Unchecked: `curl_multi_wakeup` is the one function of libcurl that any thread may call on it.
struct WakeHandle: @unchecked Sendable {
    private let multi: UnsafeMutableRawPointer

    init(_ multi: UnsafeMutableRawPointer) {
        self.multi = multi
    }

    func wake() { curl_multi_wakeup(multi) }
}

/// Brings commands to the driver's thread and wakes it; held by both sides, so that neither outlives what it uses.
final class Mailbox: Sendable {
    private struct State {
        var commands: [DriverCommand] = []
        /// Set while the thread may be waiting in `curl_multi_poll`.
        var handle: WakeHandle?
        /// Why nothing is taken any more.
        var refusal: TransportError?
    }

    private let state = Mutex(State())

    /// Leaves a command; gives the reason when nobody will ever read it.
    @discardableResult
    func post(_ command: DriverCommand) -> TransportError? {
        state.withLock { state in
            if let refusal = state.refusal { return refusal }
            state.commands.append(command)
            // Within the lock: the thread takes the handle away under the same lock before it frees it. One call is enough for
            // all commands that the thread has not fetched yet.
            if state.commands.count == 1 { state.handle?.wake() }
            return nil
        }
    }

    /// The thread starts to listen.
    func open(_ handle: WakeHandle) {
        state.withLock { $0.handle = handle }
    }

    /// All commands since the last call, in order.
    func drain() -> [DriverCommand] {
        state.withLock { state in
            defer { state.commands.removeAll() }
            return state.commands
        }
    }

    /// The thread stops to listen; gives the commands that it has not seen.
    func close(_ refusal: TransportError) -> [DriverCommand] {
        state.withLock { state in
            defer { state = State(refusal: refusal) }
            return state.commands
        }
    }
}
