import CMalloc
import Logging

/// How much memory that was freed the process keeps for what comes next.
///
/// The C library gives the end of a heap back as soon as 128 KiB are free there (mallopt(3), `M_TRIM_THRESHOLD`). A turn takes and
/// frees about as much, so each one would give pages back and have the kernel clear them anew: with 200 streams a page fault for each
/// token.
enum HeapReserve {
    /// What each heap keeps, in bytes; the C library has one for every few threads.
    static let bytes: Int32 = 2 << 20

    /// Sets it; the log says when that could not be done.
    static func keep(_ logger: Logger) {
        // 1 is success here.
        guard mallopt(M_TRIM_THRESHOLD, bytes) != 1 else { return }
        logger.debug("The C library keeps no more freed memory than it does by itself")
    }
}
