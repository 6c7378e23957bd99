import Synchronization

/// A clock that does not move until a test moves it, or that jumps to the end of every sleep.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var now = Instant(offset: .zero)
        var waiters: [Int: (end: Instant, waiter: Waiter)] = [:]
        var cancelledEarly: Set<Int> = []
        var nextID = 0
        var durations: [Duration] = []
    }

    private let jumps: Bool
    private let state = Mutex(State())
    private let sleeps: AsyncStream<Duration>
    private let sleepSource: AsyncStream<Duration>.Continuation

    init(jumping jumps: Bool = false) {
        self.jumps = jumps
        (sleeps, sleepSource) = AsyncStream.makeStream()
    }

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// The requested lengths of the sleeps, in order.
    var durations: [Duration] { state.withLock { $0.durations } }

    /// Waits until a task has started a sleep of that length.
    func waitForSleep(of duration: Duration) async {
        for await begun in sleeps where begun == duration { return }
    }

    /// Moves the time and wakes the tasks that sleep until then.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let ids = state.waiters.filter { $0.value.end <= now }.keys
            return ids.compactMap { state.waiters.removeValue(forKey: $0)?.waiter }
        }
        for waiter in woken { waiter.resume() }
    }

    func sleep(until end: Instant, tolerance: Duration?) async throws {
        let (id, duration) = state.withLock { state in
            state.nextID += 1
            let duration = state.now.duration(to: end)
            state.durations.append(duration)
            if jumps { state.now = max(state.now, end) }
            return (state.nextID, duration)
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiter: Waiter) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelledEarly.remove(id) != nil { return .failure(CancellationError()) }
                    if state.now >= end { return .success(()) }
                    state.waiters[id] = (end, waiter)
                    return nil
                }
                if let result { waiter.resume(with: result) }
                sleepSource.yield(duration)
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: id)?.waiter
                if waiter == nil { state.cancelledEarly.insert(id) }
                return waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }
}
