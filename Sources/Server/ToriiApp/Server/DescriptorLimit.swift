import Glibc
import Logging

/// The maximum number of open files, and so of connections, of the process.
///
/// A streamed turn needs two descriptors. Many systems start processes with a limit of 1,024, and allow each process to raise it.
enum DescriptorLimit {
    /// Raises the limit as far as the system allows, and logs the result.
    static func raise(_ logger: Logger) {
        guard let former = current, former.soft < former.hard else { return }
        var limit = rlimit(rlim_cur: former.hard, rlim_max: former.hard)
        let isRaised = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        logger.debug(
            isRaised ? "Raised the limit of open files" : "Could not raise the limit of open files",
            metadata: ["from": "\(former.soft)", "to": "\(isRaised ? former.hard : former.soft)"]
        )
    }

    /// Returns the number of connections that a limit of open files has room for.
    ///
    /// 64 descriptors are for the database, the journal, the event loops and files that are open for a moment. Half of the rest is for
    /// connections, because a streamed turn needs a second descriptor for its upstream.
    static func connections(of limit: UInt?) -> Int {
        guard let limit else { return 480 }
        return Int(min(max(limit, 96) - 64, 2_000_000) / 2)
    }

    /// The current limit and the highest value that the process may set; `nil` if the system does not report them.
    static var current: (soft: UInt, hard: UInt)? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return (limit.rlim_cur, limit.rlim_max)
    }
}
