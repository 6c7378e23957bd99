import AgentRuntime
import CMalloc
import Logging
import ServiceLifecycle

/// The upkeep of the heap: it returns freed memory to the system after a peak, because the C library keeps free memory between blocks that
/// are in use.
///
/// Once after the start it also releases the pages of the program (``ProgramPages``).
struct HeapUpkeep: Service {
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // The delay of the release is the reason to sleep here.
            try? await Task.sleep(for: ProgramPages.delay)
            guard !Task.isCancelled else { return }
            ProgramPages.release(logger)
            var trimming = HeapTrimming()
            while !Task.isCancelled {
                trim(&trimming)
                // The interval of the upkeep is the reason to sleep here.
                try? await Task.sleep(for: .seconds(5))
            }
        }
    }

    /// Returns freed memory to the system if that is worthwhile.
    private func trim(_ trimming: inout HeapTrimming) {
        guard let resident = ProcessMemory.residentBytes,
            trimming.isDue(resident: resident, inUse: Int(cmalloc_bytes_in_use()))
        else { return }
        malloc_trim(Int(HeapReserve.bytes))
        let left = ProcessMemory.residentBytes ?? resident
        trimming.recordTrim(to: left, inUse: Int(cmalloc_bytes_in_use()))
        logger.debug(
            "Returned freed memory to the system",
            metadata: ["mib_before": "\(resident >> 20)", "mib_after": "\(left >> 20)"]
        )
    }
}

/// The decision when to return freed memory.
///
/// A trim is expensive: it walks through every heap and locks each one.
struct HeapTrimming {
    /// The number of resident bytes, beyond those in use, that are normal: the program itself, its stacks, and reserves of the heaps.
    static let allowance = 96 << 20
    /// The minimum growth of that number since the last trim that makes another one worthwhile.
    static let growth = 32 << 20

    /// The number of resident bytes, beyond those in use, after the last trim.
    private var left = 0

    /// Whether a trim is worthwhile now.
    ///
    /// - Parameters:
    ///   - resident: The number of resident bytes of the process.
    ///   - inUse: The number of bytes that the allocator has handed out; 0 if it is unknown.
    func isDue(resident: Int, inUse: Int) -> Bool {
        let slack = resident - inUse
        return inUse > 0 && slack > Self.allowance && slack > left + Self.growth
    }

    /// Records the figures after a trim.
    mutating func recordTrim(to resident: Int, inUse: Int) { left = max(0, resident - inUse) }
}

/// The amount of freed memory that the process keeps for its next allocations.
///
/// The C library returns the end of a heap to the system as soon as 128 KiB are free there (mallopt(3), `M_TRIM_THRESHOLD`). A turn
/// allocates and frees about as much. Each turn would thus return pages that the kernel then has to clear again: with 200 streams, a page
/// fault for each token.
enum HeapReserve {
    /// The number of free bytes that each heap keeps.
    ///
    /// The C library has one heap for every few threads.
    static let bytes: Int32 = 4 << 20
    /// The size up to which a block is allocated from a heap.
    ///
    /// Larger blocks are mapped separately, and the kernel clears each one. The library raises this value from 128 KiB when larger blocks
    /// are freed. Setting either value turns that off, so both are set.
    static let largestBlock: Int32 = 2 << 20

    /// Sets both values, and logs a failure.
    static func apply(_ logger: Logger) {
        // mallopt returns 1 for success.
        guard mallopt(M_MMAP_THRESHOLD, largestBlock) != 1 || mallopt(M_TRIM_THRESHOLD, bytes) != 1 else { return }
        logger.debug("Could not change how much freed memory the C library keeps; it keeps its default")
    }
}
