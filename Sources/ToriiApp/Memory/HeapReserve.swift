import CMalloc
import Logging

/// How much memory that was freed the process keeps for what comes next.
///
/// The C library gives the end of a heap back as soon as 128 KiB are free there (mallopt(3), `M_TRIM_THRESHOLD`). A turn takes and
/// frees about as much, so each one would give pages back and have the kernel clear them anew: with 200 streams a page fault for each
/// token.
enum HeapReserve {
    /// What each heap keeps, in bytes; the C library has one for every few threads.
    static let bytes: Int32 = 4 << 20
    /// Up to this size a block comes out of a heap; a larger one is mapped by itself, and cleared by the kernel each time.
    ///
    /// By itself the library raises this from 128 KiB as it sees larger blocks freed. To set one of the two ends that, so both are set.
    static let largestBlock: Int32 = 2 << 20

    /// Sets both; the log says when that could not be done.
    static func keep(_ logger: Logger) {
        // 1 is success here.
        guard mallopt(M_MMAP_THRESHOLD, largestBlock) != 1 || mallopt(M_TRIM_THRESHOLD, bytes) != 1 else { return }
        logger.debug("The C library keeps no more freed memory than it does by itself")
    }
}
