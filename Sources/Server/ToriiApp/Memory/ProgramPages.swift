import CProgramPages
import Logging

/// The pages of the program's own file in memory.
///
/// The start uses most of the code once, and the kernel maps the pages around each one that is used, so that an idle server would hold
/// 40 MiB of code and data for reading that it may never use again.
enum ProgramPages {
    /// The time after the start at which the pages are released: the built-in model is loaded, and the first connections are open.
    static let delay = Duration.seconds(5)

    /// Releases all pages that were never written, and returns how many bytes they span.
    ///
    /// The kernel keeps them in its cache of files, so pages that are used again cost some hundred faults and mostly no read from the disk.
    /// Breakpoints that a debugger has set before are lost.
    @discardableResult
    static func release(_ logger: Logger) -> Int {
        let bytes = Int(cprogrampages_release())
        logger.debug("Released the pages of the program's file", metadata: ["mib": "\(bytes >> 20)"])
        return bytes
    }
}
