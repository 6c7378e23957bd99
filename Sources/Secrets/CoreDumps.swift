import Glibc

/// The process's memory, written to a file by the system when the process crashes.
public enum CoreDumps {
    /// Keeps the memory, which holds opened keys, out of dumps from now on.
    ///
    /// No dump is written where the limit counts; where dumps are handed to a program, and so the limit may not count, the dump has none
    /// of the memory. The price is that a crash can only be studied by its printed backtrace. It is no protection against someone who may
    /// attach a debugger to the process.
    public static func disable() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        let descriptor = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = "0\n".withCString { write(descriptor, $0, 2) }
        close(descriptor)
    }
}
