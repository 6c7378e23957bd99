import Synchronization

/// The places for calls at the same time, given in the order of asking.
final class CallSlots: Sendable {
    private struct State {
        var free: Int
        var waiting: [(id: Int, waiter: CheckedContinuation<Void, any Error>)] = []
        /// Those that were cancelled before they waited.
        var cancelledEarly: Set<Int> = []
        var nextID = 0
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: max(1, count))) }

    /// Runs an operation with a place.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits; the error of the operation.
    func withSlot<Value: Sendable>(_ operation: () async throws -> Value) async throws -> Value {
        try await take()
        defer { give() }
        return try await operation()
    }

    private func take() async throws {
        let id = state.withLock { state -> Int? in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            state.nextID += 1
            return state.nextID
        }
        guard let id else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isOver = state.withLock { state -> Bool? in
                    if state.cancelledEarly.remove(id) != nil { return true }
                    if state.free > 0 {
                        state.free -= 1
                        return false
                    }
                    state.waiting.append((id, waiter))
                    return nil
                }
                switch isOver {
                case true?: waiter.resume(throwing: CancellationError())
                case false?: waiter.resume()
                case nil: break
                }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let place = state.waiting.firstIndex(where: { $0.id == id }) else {
                    state.cancelledEarly.insert(id)
                    return nil
                }
                return state.waiting.remove(at: place).waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
        state.withLock { _ = $0.cancelledEarly.remove(id) }
    }

    private func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().waiter
        }
        next?.resume()
    }
}
