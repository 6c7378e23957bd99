/// Who waits for which call that is under way: decides, and leaves the doing to ``SharedCalls``.
struct SharedCallTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Waiter = CheckedContinuation<Value, any Error>

    /// What is to be done.
    enum Action {
        case none
        /// Make the call.
        case begin(call: Int)
        /// Tell one that was cancelled.
        case release(Waiter)
        /// Tell the last one, who was cancelled, and give up the call that nobody waits for any more.
        case abandon(Waiter, Task<Void, Never>?)
    }

    private struct Call {
        let id: Int
        var task: Task<Void, Never>?
        var waiters: [Int: Waiter]
    }

    private var calls: [Key: Call] = [:]
    /// Waiters that were cancelled before they had joined.
    private var cancelledEarly: Set<Int> = []
    private var nextID = 0

    /// Whether nothing is under way and nobody waits.
    var isEmpty: Bool { calls.isEmpty && cancelledEarly.isEmpty }

    /// A number that nobody else has.
    mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    /// Somebody wants the outcome of a call.
    mutating func join(_ key: Key, _ id: Int, _ waiter: Waiter) -> Action {
        if cancelledEarly.remove(id) != nil { return .release(waiter) }
        guard calls[key] == nil else {
            calls[key]?.waiters[id] = waiter
            return .none
        }
        let call = newID()
        calls[key] = Call(id: call, waiters: [id: waiter])
        return .begin(call: call)
    }

    /// The call has a task; `false` when nobody waits for it any more.
    mutating func began(_ key: Key, call: Int, _ task: Task<Void, Never>) -> Bool {
        guard calls[key]?.id == call else { return false }
        calls[key]?.task = task
        return true
    }

    /// Somebody was cancelled.
    mutating func leave(_ key: Key, _ id: Int) -> Action {
        guard let waiter = calls[key]?.waiters.removeValue(forKey: id) else {
            cancelledEarly.insert(id)
            return .none
        }
        guard let call = calls[key], call.waiters.isEmpty else { return .release(waiter) }
        calls[key] = nil
        return .abandon(waiter, call.task)
    }

    /// The call has ended: who is to be told.
    mutating func finish(_ key: Key, call: Int) -> [Waiter] {
        guard let ended = calls[key], ended.id == call else { return [] }
        calls[key] = nil
        return Array(ended.waiters.values)
    }

    /// Nothing more comes of this number.
    mutating func forget(_ id: Int) { cancelledEarly.remove(id) }
}
