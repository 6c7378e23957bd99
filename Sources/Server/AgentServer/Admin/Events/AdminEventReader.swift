import Synchronization

/// A connection that reads events: it is woken for news, for a heartbeat, and at its end.
final class AdminEventReader: Sendable {
    /// The reason of a wake-up.
    enum Wake: Sendable, Equatable {
        /// There may be events.
        case news
        /// Nothing was sent for a while.
        case reminder
        /// The reading is over.
        case end
    }

    private struct State {
        var hasNews = false
        var isReminded = false
        var isOver = false
        var waiter: CheckedContinuation<Wake, Never>?

        /// Removes and returns the reason for which a waiter must be woken; `nil` for none.
        mutating func dequeueWake() -> Wake? {
            if isOver { return .end }
            if hasNews {
                (hasNews, isReminded) = (false, false)
                return .news
            }
            guard isReminded else { return nil }
            isReminded = false
            return .reminder
        }
    }

    private let state = Mutex(State())

    /// Wakes the reader for news.
    func notify() { change { $0.hasNews = true } }

    /// Wakes the reader for a heartbeat.
    func remind() { change { $0.isReminded = true } }

    /// Ends the reading.
    func close() { change { $0.isOver = true } }

    /// Waits for a reason to act; a reason that was there before counts.
    func next() async -> Wake {
        await withCheckedContinuation { waiter in
            let wake = state.withLock { state in
                let wake = state.dequeueWake()
                if wake == nil { state.waiter = waiter }
                return wake
            }
            if let wake { waiter.resume(returning: wake) }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let woken = state.withLock { state -> (CheckedContinuation<Wake, Never>, Wake)? in
            body(&state)
            guard let waiter = state.waiter, let wake = state.dequeueWake() else { return nil }
            state.waiter = nil
            return (waiter, wake)
        }
        if let (waiter, wake) = woken { waiter.resume(returning: wake) }
    }
}
