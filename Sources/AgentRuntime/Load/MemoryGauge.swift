import CMalloc
import Synchronization

/// Knows how much memory the process uses, well enough to refuse turns before there is none left.
///
/// What is resident is cheap to read, but the allocator keeps what was given back to it: after a peak it says too much, and who
/// went by it would refuse for ever. So when it is above the limit, the allocator is asked how much of the heap is in use.
final class MemoryGauge: Sendable {
    private struct State {
        var isOver = false
        var readAt: ContinuousClock.Instant?
    }

    /// How long a reading counts.
    private static let freshness = Duration.milliseconds(250)

    private let limit: Int
    private let resident: @Sendable () -> Int?
    private let heapInUse: @Sendable () -> Int
    private let state = Mutex(State())

    /// Makes a gauge.
    ///
    /// - Parameters:
    ///   - limit: From how many bytes on there is too little left.
    ///   - resident: How many bytes are resident.
    ///   - heapInUse: How many bytes of the heap are in use; 0 when nobody knows.
    init(
        limit: Int,
        resident: @escaping @Sendable () -> Int? = { ProcessMemory.residentBytes },
        heapInUse: @escaping @Sendable () -> Int = { Int(cmalloc_bytes_in_use()) }
    ) {
        self.limit = limit
        self.resident = resident
        self.heapInUse = heapInUse
    }

    /// Whether so much is in use that nothing new should begin.
    func isOver(at time: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            if let readAt = state.readAt, time - readAt < Self.freshness { return state.isOver }
            state.readAt = time
            state.isOver = read()
            return state.isOver
        }
    }

    private func read() -> Bool {
        guard let resident = resident(), resident >= limit else { return false }
        let heap = heapInUse()
        return heap == 0 || heap >= limit
    }
}
