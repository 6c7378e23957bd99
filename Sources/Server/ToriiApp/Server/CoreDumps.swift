import CFileSystem
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Core dumps: the files to which the system writes the process's memory when the process crashes.
public enum CoreDumps {
    /// Keeps the memory, which holds opened keys, out of core dumps from now on.
    ///
    /// Where the system writes dump files itself, it writes none, because their size limit is set to zero. Where it
    /// pipes dumps to a program, that limit may not apply, so the filter also excludes all memory from the dump. The
    /// price is that a crash can be studied only by its printed backtrace.
    ///
    /// Other processes of the same user, such as a command that the server runs, cannot read its memory or its environment either,
    /// unless `SWIFT_BACKTRACE` asks for backtraces, which need that. Only the superuser still can.
    public static func disable() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        #else
        setrlimit(RLIMIT_CORE, &none)
        #endif
        defer { closeToOthers() }
        let descriptor = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = "0\n".withCString { write(descriptor, $0, 2) }
        close(descriptor)
    }

    private static func closeToOthers() {
        let backtrace = getenv("SWIFT_BACKTRACE").map { String(cString: $0) } ?? ""
        if !backtrace.contains("enable=yes") && !backtrace.contains("enable=true") { cfilesystem_close_to_others() }
    }
}
