import NIOCore
import Synchronization

/// The signal that the peer of a connection has disconnected.
///
/// Waiting does not consume the request stream, so the connection can accept its next request afterwards.
final class DisconnectSignal: Sendable {
    private struct State {
        var isSignaled = false
        var lastID = 0
        var cancelledEarly: Set<Int> = []
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var listeners: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Records the disconnect: resumes all waiters, and calls all listeners.
    func signal() {
        let (waiters, listeners) = state.withLock { state in
            defer {
                state.waiters = [:]
                state.listeners = [:]
            }
            state.isSignaled = true
            return (Array(state.waiters.values), Array(state.listeners.values))
        }
        for waiter in waiters { waiter.resume() }
        for listener in listeners { listener() }
    }

    /// Calls `body` when the peer disconnects, or at once if it has.
    ///
    /// This needs no waiting task.
    ///
    /// - Returns: The id for ``removeListener(_:)``.
    func addListener(_ body: @escaping @Sendable () -> Void) -> Int {
        let (id, isSignaled) = state.withLock { state in
            state.lastID += 1
            if !state.isSignaled { state.listeners[state.lastID] = body }
            return (state.lastID, state.isSignaled)
        }
        if isSignaled { body() }
        return id
    }

    /// Removes a listener.
    func removeListener(_ listener: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: listener) } }

    /// Waits until the peer disconnects or the task is cancelled.
    func wait() async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        defer { state.withLock { _ = $0.cancelledEarly.remove(id) } }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    if state.isSignaled || state.cancelledEarly.contains(id) { return true }
                    state.waiters[id] = waiter
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelledEarly.insert(id)
                return state.waiters.removeValue(forKey: id)
            }
            waiter?.resume()
        }
    }
}

/// A channel handler that detects the end of a connection's input: the peer has closed the connection or its sending half.
final class DisconnectHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any

    /// The signal at the end of the input.
    let signal = DisconnectSignal()

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { signal.signal() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        signal.signal()
        context.fireChannelInactive()
    }
}
