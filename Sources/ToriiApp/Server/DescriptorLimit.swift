import Glibc
import Logging

/// How many files, and so connections, the process may have open.
///
/// A streamed turn has two, and many systems begin with 1,024; what the system allows beyond that is only to be asked for.
enum DescriptorLimit {
    /// Asks for as many as the system allows; the log says what came of it.
    static func raise(_ logger: Logger) {
        guard let former = current, former.soft < former.hard else { return }
        var limit = rlimit(rlim_cur: former.hard, rlim_max: former.hard)
        let isRaised = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        logger.debug(
            isRaised ? "Raised the limit of open files" : "The limit of open files stays as it is",
            metadata: ["from": "\(former.soft)", "to": "\(isRaised ? former.hard : former.soft)"]
        )
    }

    /// The number of connections that a limit of open files leaves room for.
    ///
    /// Half of it, because a streamed turn needs a second descriptor for its upstream, after 64 for the database, the journal, the event
    /// loops and files that are open for a moment.
    static func connections(of limit: UInt?) -> Int {
        guard let limit else { return 480 }
        return Int(min(max(limit, 96) - 64, 2_000_000) / 2)
    }

    /// The limit that counts, and up to where the process may raise it; `nil` when the system does not tell.
    static var current: (soft: UInt, hard: UInt)? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return (limit.rlim_cur, limit.rlim_max)
    }
}
