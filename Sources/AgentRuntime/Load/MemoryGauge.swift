import CMalloc
import Synchronization

/// Measures the memory that the process uses, well enough to refuse turns before there is none left.
///
/// Resident memory is cheap to read, but the allocator keeps what was freed: after a peak the figure is too high, and a gauge that used it
/// would refuse for ever. So above the limit, the allocator is asked how much of the heap is in use.
final class MemoryGauge: Sendable {
    private struct State {
        var resident: Int?
        var heap: Int?
        var readAt: ContinuousClock.Instant?
        /// The bytes that have been promised to work that may not have allocated them yet.
        var held = 0
    }

    /// Bytes that are about to be allocated; they count as used until this goes.
    final class Hold: Sendable {
        private let gauge: MemoryGauge
        private let bytes: Int

        fileprivate init(_ gauge: MemoryGauge, _ bytes: Int) {
            self.gauge = gauge
            self.bytes = bytes
        }

        deinit {
            gauge.state.withLock { [bytes] state in
                state.held -= bytes
                // By now the memory is allocated, and an older reading does not know it.
                state.readAt = nil
            }
        }
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
            read(&state, at: time)
            return isOver(&state, adding: 0)
        }
    }

    /// Promises bytes to work that is about to allocate them; `nil` when there are not so many left.
    func hold(_ bytes: Int, at time: ContinuousClock.Instant = .now) -> Hold? {
        let isHeld = state.withLock { state in
            read(&state, at: time)
            guard !isOver(&state, adding: bytes) else { return false }
            state.held += bytes
            return true
        }
        return isHeld ? Hold(self, bytes) : nil
    }

    private func read(_ state: inout State, at time: ContinuousClock.Instant) {
        if let readAt = state.readAt, time - readAt < Self.freshness { return }
        state.readAt = time
        state.resident = resident()
        state.heap = nil
    }

    private func isOver(_ state: inout State, adding bytes: Int) -> Bool {
        // Both are bounded by what the store and the body limits let in, far below what could overflow.
        let room = max(0, limit - state.held - bytes)
        guard let resident = state.resident, resident >= room else { return false }
        let heap = state.heap ?? heapInUse()
        state.heap = heap
        return heap == 0 || heap >= room
    }
}
