/// The calls in progress and their waiters: this state machine decides, and ``SharedCalls`` acts.
struct SharedCallTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Waiter = CheckedContinuation<Value, any Error>

    /// The action for ``SharedCalls``.
    enum Action {
        case none
        /// Make the call.
        case start(call: Int)
        /// Resume a waiter that was cancelled.
        case release(Waiter)
        /// Resume the last waiter, which was cancelled, and cancel the call that has no other waiters.
        case abandon(Waiter, Task<Void, Never>?)
    }

    private struct Call {
        let id: Int
        var task: Task<Void, Never>?
        var waiters: [Int: Waiter]
    }

    private var calls: [Key: Call] = [:]
    /// The waiters that were cancelled before they joined.
    private var cancelledEarly: Set<Int> = []
    private var nextID = 0

    /// Whether there are neither calls nor waiters.
    var isEmpty: Bool { calls.isEmpty && cancelledEarly.isEmpty }

    /// Returns a unique number.
    mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    /// Adds a waiter for a call's outcome.
    mutating func join(_ key: Key, _ id: Int, _ waiter: Waiter) -> Action {
        if cancelledEarly.remove(id) != nil { return .release(waiter) }
        guard calls[key] == nil else {
            calls[key]?.waiters[id] = waiter
            return .none
        }
        let call = newID()
        calls[key] = Call(id: call, waiters: [id: waiter])
        return .start(call: call)
    }

    /// Records the task of a call; returns `false` if the call has no waiters any more.
    mutating func started(_ key: Key, call: Int, _ task: Task<Void, Never>) -> Bool {
        guard calls[key]?.id == call else { return false }
        calls[key]?.task = task
        return true
    }

    /// Removes a waiter that was cancelled.
    mutating func leave(_ key: Key, _ id: Int) -> Action {
        guard let waiter = calls[key]?.waiters.removeValue(forKey: id) else {
            cancelledEarly.insert(id)
            return .none
        }
        guard let call = calls[key], call.waiters.isEmpty else { return .release(waiter) }
        calls[key] = nil
        return .abandon(waiter, call.task)
    }

    /// Ends a call and returns its waiters.
    mutating func finish(_ key: Key, call: Int) -> [Waiter] {
        guard let ended = calls[key], ended.id == call else { return [] }
        calls[key] = nil
        return Array(ended.waiters.values)
    }

    /// Forgets a waiter whose wait is over.
    mutating func forget(_ id: Int) { cancelledEarly.remove(id) }
}
