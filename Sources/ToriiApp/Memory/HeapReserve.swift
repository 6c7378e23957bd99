import CMalloc
import Logging

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
    /// Larger blocks are mapped separately, and the kernel clears each one.
    ///
    /// The library raises this value from 128 KiB when larger blocks are freed. Setting either value turns that off, so both are set.
    static let largestBlock: Int32 = 2 << 20

    /// Sets both values, and logs a failure.
    static func keep(_ logger: Logger) {
        // mallopt returns 1 for success.
        guard mallopt(M_MMAP_THRESHOLD, largestBlock) != 1 || mallopt(M_TRIM_THRESHOLD, bytes) != 1 else { return }
        logger.debug("Could not change how much freed memory the C library keeps; it keeps its default")
    }
}
