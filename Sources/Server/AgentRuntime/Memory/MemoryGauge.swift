import CMalloc
import Synchronization

/// Measures the process's memory, precisely enough to refuse turns before it runs out.
///
/// The resident memory is cheap to read, but the allocator keeps freed memory: after a peak the figure stays too high, and a gauge that
/// used only this figure would refuse forever. So above the limit, the gauge asks the allocator for the bytes of the heap in use.
final class MemoryGauge: Sendable {
    private struct State {
        var resident: Int?
        var heap: Int?
        var readAt: ContinuousClock.Instant?
        /// The bytes promised to work that may not have allocated them yet.
        var held = 0
    }

    /// A promise of bytes that are about to be allocated.
    ///
    /// They count as used until this object is released.
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
                // By now the memory is allocated, but an older reading does not include it.
                state.readAt = nil
            }
        }
    }

    /// The time for which a reading is reused.
    private static let freshness = Duration.milliseconds(250)

    private let limit: Int
    private let resident: @Sendable () -> Int?
    private let heapInUse: @Sendable () -> Int
    private let state = Mutex(State())

    /// Makes a gauge.
    ///
    /// - Parameters:
    ///   - limit: The bytes from which memory counts as used up.
    ///   - resident: Returns the resident memory, in bytes.
    ///   - heapInUse: Returns the bytes of the heap in use; 0 when they are unknown.
    init(
        limit: Int,
        resident: @escaping @Sendable () -> Int? = { ProcessMemory.residentBytes },
        heapInUse: @escaping @Sendable () -> Int = { Int(cmalloc_bytes_in_use()) }
    ) {
        self.limit = limit
        self.resident = resident
        self.heapInUse = heapInUse
    }

    /// Whether so much memory is in use that no new work should start.
    func isOver(at time: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            read(&state, at: time)
            return isOver(&state, adding: 0)
        }
    }

    /// Promises bytes to work that is about to allocate them; `nil` when too few are left.
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
        // Both are bounded by the limits on stored conversations and request bodies, far below an overflow.
        let room = max(0, limit - state.held - bytes)
        guard let resident = state.resident, resident >= room else { return false }
        let heap = state.heap ?? heapInUse()
        state.heap = heap
        return heap == 0 || heap >= room
    }
}
